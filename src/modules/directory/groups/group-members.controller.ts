import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';
import { RequiresPlan } from '../../foundation/editions/plan.guard.js';
import { DirectoryQuery } from '../listing/directory-query.dto.js';
import { GroupMemberPageResponse, SetGroupMembersRequest, SetGroupMembersResponse } from './dto/group.dto.js';
import { groupErrors } from './group.errors.js';
import { GroupMembers } from './group-members.service.js';
import { GroupsService } from './groups.service.js';

const WRITE_ERRORS = [
  groupErrors.group_not_found,
  groupErrors.group_is_provisioned,
  editionErrors.plan_required,
];

@Controller('v1/org/groups/:groupId/members')
@ApiTags('Groups')
@Access({
  as: ['workspace-key', 'org-key', 'session'],
  level: 'organization',
  role: 'admin',
  edition: 'enterprise',
  feature: 'Groups of users',
})
export class GroupMembersController {
  constructor(
    private readonly groups: GroupsService,
    private readonly members: GroupMembers,
  ) {}

  @Get()
  @Operation({
    summary: 'List the members of a group, longest membership first',
    description: 'Administrators only. Suspended members stay in their groups.',
    response: GroupMemberPageResponse,
    errors: [groupErrors.group_not_found],
  })
  listOrgGroupMembers(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('groupId') groupId: string,
    @Query() query: DirectoryQuery,
  ): Promise<GroupMemberPageResponse> {
    return this.groups.members(caller, groupId, query);
  }

  @Put()
  @RequiresPlan('groups')
  @Operation({
    summary: 'Replace the members of a group',
    description:
      'Administrators only. The body holds the complete list. If one id is not a member of the ' +
      'organization, nothing changes.',
    response: SetGroupMembersResponse,
    errors: [...WRITE_ERRORS, groupErrors.group_member_unknown],
  })
  setOrgGroupMembers(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('groupId') groupId: string,
    @Body() body: SetGroupMembersRequest,
  ): Promise<SetGroupMembersResponse> {
    return this.members.set(caller, groupId, body.userIds);
  }

  @Put(':userId')
  @RequiresPlan('groups')
  @Operation({
    summary: 'Add a member to a group',
    description: 'Administrators only. Applies to the next request of the person and of their agents.',
    errors: [...WRITE_ERRORS, groupErrors.group_member_unknown],
  })
  addOrgGroupMember(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('groupId') groupId: string,
    @Param('userId') userId: string,
  ): Promise<void> {
    return this.members.add(caller, groupId, userId);
  }

  @Delete(':userId')
  @RequiresPlan('groups')
  @Operation({
    summary: 'Remove a member from a group',
    description: 'Administrators only. If the person is not in the group, nothing changes.',
    errors: WRITE_ERRORS,
  })
  removeOrgGroupMember(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('groupId') groupId: string,
    @Param('userId') userId: string,
  ): Promise<void> {
    return this.members.remove(caller, groupId, userId);
  }
}
