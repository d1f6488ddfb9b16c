import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';
import { RequiresPlan } from '../../foundation/editions/plan.guard.js';
import {
  CreateGroupRequest,
  GroupPageResponse,
  GroupResponse,
  GroupsQuery,
  UpdateGroupRequest,
} from './dto/group.dto.js';
import { groupErrors } from './group.errors.js';
import { GroupQueries } from './group-queries.js';
import { GroupsService } from './groups.service.js';

@Controller('v1/org/groups')
@ApiTags('Groups')
@Access({
  as: ['workspace-key', 'org-key', 'session'],
  level: 'organization',
  role: 'admin',
  edition: 'enterprise',
  feature: 'Groups of users',
})
export class GroupsController {
  constructor(
    private readonly groups: GroupsService,
    private readonly queries: GroupQueries,
  ) {}

  @Get()
  @Operation({
    summary: 'List the groups of the organization by name',
    description: 'Administrators only. Groups that an identity provider fills are marked by their source.',
    response: GroupPageResponse,
  })
  listOrgGroups(
    @CurrentCaller() { organizationId }: OrganizationCaller,
    @Query() query: GroupsQuery,
  ): Promise<GroupPageResponse> {
    return this.queries.list(organizationId, query);
  }

  @Post()
  @RequiresPlan('groups')
  @Operation({
    summary: 'Create a group',
    description: 'Administrators only. It starts empty; its name is its own among all groups.',
    success: 201,
    response: GroupResponse,
    errors: [groupErrors.group_name_taken, editionErrors.plan_required],
  })
  createOrgGroup(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: CreateGroupRequest,
  ): Promise<GroupResponse> {
    return this.groups.create(caller, body.name);
  }

  @Get(':groupId')
  @Operation({
    summary: 'Get a group',
    description: 'Administrators only. Who is in it is a list of its own.',
    response: GroupResponse,
    errors: [groupErrors.group_not_found],
  })
  getOrgGroup(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('groupId') groupId: string,
  ): Promise<GroupResponse> {
    return this.groups.get(caller, groupId);
  }

  @Patch(':groupId')
  @RequiresPlan('groups')
  @Operation({
    summary: 'Rename a group',
    description: 'Administrators only; the identity provider renames its own groups.',
    response: GroupResponse,
    errors: [
      groupErrors.group_not_found,
      groupErrors.group_name_taken,
      groupErrors.group_is_provisioned,
      editionErrors.plan_required,
    ],
  })
  updateOrgGroup(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('groupId') groupId: string,
    @Body() body: UpdateGroupRequest,
  ): Promise<GroupResponse> {
    return this.groups.rename(caller, groupId, body.name);
  }

  @Delete(':groupId')
  @RequiresPlan('groups')
  @Operation({
    summary: 'Delete a group with what was given to it',
    description:
      'Administrators only. Its access to workspaces, its role mapping and its place in rules go with it; a rule ' +
      'that named nobody else is switched off.',
    errors: [groupErrors.group_not_found, groupErrors.group_is_provisioned, editionErrors.plan_required],
  })
  deleteOrgGroup(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('groupId') groupId: string,
  ): Promise<void> {
    return this.groups.delete(caller, groupId);
  }

  @Post(':groupId/detach')
  @RequiresPlan('groups')
  @Operation({
    summary: 'Take a group over from the identity provider',
    description:
      'Administrators only, once no SCIM token is left. From then on it is a group like those made here.',
    success: 200,
    response: GroupResponse,
    errors: [
      groupErrors.group_not_found,
      groupErrors.group_is_manual,
      groupErrors.directory_is_connected,
      editionErrors.plan_required,
    ],
  })
  detachOrgGroup(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('groupId') groupId: string,
  ): Promise<GroupResponse> {
    return this.groups.detach(caller, groupId);
  }
}
