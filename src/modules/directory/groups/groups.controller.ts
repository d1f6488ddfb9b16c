import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
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
    description: 'Administrators only. `source` marks the groups that an identity provider manages.',
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
    description: 'Administrators only. The group starts empty. Its name must be unique among all groups.',
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
    description: 'Administrators only. The members are a separate list.',
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
    description: 'Administrators only. A group of the identity provider cannot be renamed here.',
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
    summary: 'Delete a group and everything it was given',
    description:
      'Administrators only. The access of the group to workspaces, its role mapping and its use in ' +
      'rules are deleted. A rule that named only this group is disabled.',
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
    summary: 'Detach a group from the identity provider',
    description:
      'Administrators only. Possible when the organization has no SCIM token. Afterwards the group can ' +
      'be managed here.',
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
