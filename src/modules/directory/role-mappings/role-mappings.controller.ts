import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';
import { RequiresPlan } from '../../foundation/editions/plan.guard.js';
import { groupErrors } from '../groups/group.errors.js';
import {
  CreateRoleMappingRequest,
  PreviewRoleMappingRequest,
  ReorderRoleMappingsRequest,
  RoleMappingPreviewResponse,
  RoleMappingResponse,
  UpdateRoleMappingRequest,
} from './dto/role-mapping.dto.js';
import { roleMappingErrors } from './role-mapping.errors.js';
import { RoleMappingsService } from './role-mappings.service.js';

@Controller('v1/org/role-mappings')
@ApiTags('Groups')
@Access({
  as: ['workspace-key', 'org-key', 'session'],
  level: 'organization',
  role: 'admin',
  edition: 'enterprise',
  feature: 'Roles by groups',
})
export class RoleMappingsController {
  constructor(private readonly mappings: RoleMappingsService) {}

  @Get()
  @Operation({
    summary: 'List the role mappings of groups, highest priority first',
    description: 'Administrators only. A group cannot give the role of owner.',
    response: [RoleMappingResponse],
  })
  listRoleMappings(@CurrentCaller() caller: OrganizationCaller): Promise<RoleMappingResponse[]> {
    return this.mappings.list(caller);
  }

  @Post()
  @RequiresPlan('groups')
  @Operation({
    summary: 'Map a group to a role',
    description:
      "Administrators only, one mapping per group. The roles of the group's members can then no longer " +
      'be changed by hand.',
    success: 201,
    response: RoleMappingResponse,
    errors: [groupErrors.group_not_found, roleMappingErrors.group_is_mapped, editionErrors.plan_required],
  })
  createRoleMapping(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: CreateRoleMappingRequest,
  ): Promise<RoleMappingResponse> {
    return this.mappings.create(caller, body);
  }

  @Put('order')
  @RequiresPlan('groups')
  @Operation({
    summary: 'Reorder the role mappings',
    description: 'Administrators only. The body holds the complete list. Priorities are assigned again.',
    response: [RoleMappingResponse],
    errors: [
      roleMappingErrors.order_is_not_whole,
      roleMappingErrors.role_mapping_vanished,
      editionErrors.plan_required,
    ],
  })
  reorderRoleMappings(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: ReorderRoleMappingsRequest,
  ): Promise<RoleMappingResponse[]> {
    return this.mappings.reorder(caller, body.orderedIds);
  }

  @Post('preview')
  @RequiresPlan('groups')
  @Operation({
    summary: 'Count the members whose role a mapping would change',
    description: 'Administrators only. Changes nothing. For an unknown group the count is 0.',
    response: RoleMappingPreviewResponse,
    errors: [editionErrors.plan_required],
  })
  previewRoleMapping(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: PreviewRoleMappingRequest,
  ): Promise<RoleMappingPreviewResponse> {
    return this.mappings.preview(caller, body);
  }

  @Patch(':id')
  @RequiresPlan('groups')
  @Operation({
    summary: 'Change the role or the priority of a mapping',
    description: 'Administrators only. The roles of the affected members change in the same transaction.',
    response: RoleMappingResponse,
    errors: [roleMappingErrors.role_mapping_not_found, editionErrors.plan_required],
  })
  updateRoleMapping(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('id') id: string,
    @Body() body: UpdateRoleMappingRequest,
  ): Promise<RoleMappingResponse> {
    return this.mappings.update(caller, id, body);
  }

  @Delete(':id')
  @RequiresPlan('groups')
  @Operation({
    summary: 'Delete a role mapping',
    description: 'Administrators only. Members without another mapping keep their role.',
    errors: [roleMappingErrors.role_mapping_not_found, editionErrors.plan_required],
  })
  deleteRoleMapping(@CurrentCaller() caller: OrganizationCaller, @Param('id') id: string): Promise<void> {
    return this.mappings.delete(caller, id);
  }
}
