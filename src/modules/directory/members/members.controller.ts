import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';
import { RequiresPlan } from '../../foundation/editions/plan.guard.js';
import { invitationErrors } from '../../people/invitations/invitation.errors.js';
import { organizationErrors } from '../../people/organizations/organization.errors.js';
import { GroupPageResponse } from '../groups/dto/group.dto.js';
import { GroupQueries } from '../groups/group-queries.js';
import { DirectoryQuery } from '../listing/directory-query.dto.js';
import { CreateMemberRequest, MembersQuery, UpdateMemberRequest } from './dto/member-requests.dto.js';
import {
  CreatedMemberResponse,
  MemberDetailsResponse,
  MemberPageResponse,
  UpdatedMemberResponse,
} from './dto/member.dto.js';
import { RemovalImpactResponse } from './dto/removal-impact.dto.js';
import { MemberChanges } from './member-changes.service.js';
import { MemberCreation } from './member-creation.service.js';
import { MemberQueries } from './member-queries.js';
import { MemberRemoval } from './member-removal.service.js';
import { directoryMemberErrors } from './members.errors.js';

const BY_ADMINISTRATORS = {
  level: 'organization',
  role: 'admin',
  edition: 'enterprise',
  feature: 'The members directory',
} as const;

@Controller('v1/org/members')
@ApiTags('Members')
@Access({ as: ['workspace-key', 'org-key', 'session'], ...BY_ADMINISTRATORS })
export class MembersController {
  constructor(
    private readonly members: MemberQueries,
    private readonly groups: GroupQueries,
    private readonly creation: MemberCreation,
    private readonly changes: MemberChanges,
    private readonly removal: MemberRemoval,
  ) {}

  @Get()
  @Operation({
    summary: 'List the members of the organization, oldest membership first',
    description: 'Administrators only. Accounts that wait to be claimed are not included.',
    response: MemberPageResponse,
  })
  listOrgMembers(
    @CurrentCaller() caller: OrganizationCaller,
    @Query() query: MembersQuery,
  ): Promise<MemberPageResponse> {
    return this.members.list(caller, query);
  }

  @Post()
  @RequiresPlan('provisioning')
  @Operation({
    summary: 'Add a member, with or without an account',
    description:
      'Administrators only. An existing account joins as a member and keeps its name. A person without ' +
      'an account receives one that has no way to sign in yet. ' +
      'Single sign-on, a link mailed to the address, or a social sign-in with a verified address gives ' +
      'access to it. The server sends no mail.',
    success: 201,
    response: CreatedMemberResponse,
    errors: [invitationErrors.already_a_member, editionErrors.plan_required, editionErrors.quota_exhausted],
  })
  createOrgMember(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: CreateMemberRequest,
  ): Promise<CreatedMemberResponse> {
    return this.creation.create(caller, body);
  }

  @Get(':userId')
  @Operation({
    summary: 'Get a member with their groups',
    description: 'Administrators only. Includes the link to the identity provider, if there is one.',
    response: MemberDetailsResponse,
    errors: [organizationErrors.member_not_found],
  })
  getOrgMember(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('userId') userId: string,
  ): Promise<MemberDetailsResponse> {
    return this.members.get(caller, userId);
  }

  @Patch(':userId')
  @Operation({
    summary: 'Suspend or reinstate a member, change their role, or exempt them from single sign-on',
    description:
      'Administrators only, one change per request. Suspending ends the sessions and keys of the ' +
      'member, and the access of agents in their own workspaces, immediately. It deletes nothing: ' +
      'reinstating restores everything.',
    response: UpdatedMemberResponse,
    errors: [
      organizationErrors.member_not_found,
      directoryMemberErrors.owner_is_protected,
      directoryMemberErrors.yourself_is_protected,
      directoryMemberErrors.member_is_suspended,
      directoryMemberErrors.member_is_active,
      directoryMemberErrors.role_follows_from_groups,
    ],
  })
  updateOrgMember(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('userId') userId: string,
    @Body() body: UpdateMemberRequest,
  ): Promise<UpdatedMemberResponse> {
    return this.changes.update(caller, userId, body);
  }

  @Delete(':userId')
  @Operation({
    summary: 'Remove a member with their keys, bindings and personal workspaces',
    description:
      'Administrators only. An account that belongs only to this organization is disabled. Other ' +
      'accounts keep their sign-in. What the member created in workspaces that are kept is kept.',
    errors: [
      organizationErrors.member_not_found,
      directoryMemberErrors.owner_is_protected,
      directoryMemberErrors.yourself_is_protected,
    ],
  })
  removeOrgMember(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('userId') userId: string,
  ): Promise<void> {
    return this.removal.remove(caller, userId);
  }

  @Get(':userId/removal-impact')
  @Operation({
    summary: 'Preview what removing a member would delete',
    description: 'Administrators only. A preview: the removal evaluates everything again.',
    response: RemovalImpactResponse,
    errors: [organizationErrors.member_not_found],
  })
  getOrgMemberRemovalImpact(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('userId') userId: string,
  ): Promise<RemovalImpactResponse> {
    return this.removal.impact(caller, userId);
  }

  @Get(':userId/groups')
  @Operation({
    summary: 'List the groups of a member by name',
    description: 'Administrators only. For a person who is not a member the list is empty.',
    response: GroupPageResponse,
  })
  listOrgMemberGroups(
    @CurrentCaller() { organizationId }: OrganizationCaller,
    @Param('userId') userId: string,
    @Query() query: DirectoryQuery,
  ): Promise<GroupPageResponse> {
    return this.groups.pageOfMember(organizationId, userId, query);
  }

  @Delete(':userId/sso-identity')
  @Access({ as: ['org-key', 'session'], ...BY_ADMINISTRATORS })
  @Operation({
    summary: 'Delete the link of a member to the identity provider',
    description:
      'Administrators only. Ends the sessions that the member opened by single sign-on. Their next ' +
      'single sign-on creates a new link. The call also succeeds if there is no link.',
    errors: [organizationErrors.member_not_found],
  })
  unlinkOrgMemberSsoIdentity(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('userId') userId: string,
  ): Promise<void> {
    return this.removal.unlink(caller, userId);
  }
}
