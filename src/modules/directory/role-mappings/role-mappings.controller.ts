import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
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
    summary: 'List which roles groups give, the one that wins first',
    description: 'Administrators only. Nobody becomes the owner by a group.',
    response: [RoleMappingResponse],
  })
  listRoleMappings(@CurrentCaller() caller: OrganizationCaller): Promise<RoleMappingResponse[]> {
    return this.mappings.list(caller);
  }

  @Post()
  @RequiresPlan('groups')
  @Operation({
    summary: 'Give a role to the members of a group',
    description:
      'Administrators only, one mapping a group. From then on the roles of its members cannot be changed by hand.',
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
    summary: 'Say which mapping wins over which',
    description: 'Administrators only. Takes the whole list; priorities are given anew.',
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
    summary: 'Count whose role a mapping would change',
    description: 'Administrators only. Changes nothing; of an unknown group nobody is counted.',
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
    description: 'Administrators only. The roles of those concerned follow in the same moment.',
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
    summary: 'Stop a group from giving a role',
    description: 'Administrators only. Whom no other mapping concerns keep the role they have.',
    errors: [roleMappingErrors.role_mapping_not_found, editionErrors.plan_required],
  })
  deleteRoleMapping(@CurrentCaller() caller: OrganizationCaller, @Param('id') id: string): Promise<void> {
    return this.mappings.delete(caller, id);
  }
}
