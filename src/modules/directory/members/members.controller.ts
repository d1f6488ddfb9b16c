import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
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
    description: 'Administrators only. Accounts that wait to be claimed are left out.',
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
    summary: 'Make somebody a member, with or without an account',
    description:
      'Administrators only. Whoever has no account gets one without a way to sign in: single sign-on, a mail to ' +
      'that address, or a provider that has checked it opens it. Nobody is written to.',
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
    description: 'Administrators only. Shows the link to the identity provider, too, where there is one.',
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
    summary: 'Suspend or reinstate a member, change their role, or spare them single sign-on',
    description:
      'Administrators only, one change at a time. Suspending ends sessions, keys and what agents of their own ' +
      'workspaces may do with this answer, and deletes nothing: reinstating brings all of it back.',
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
      'Administrators only. An account that belongs to this organization alone is switched off with it; others ' +
      'keep their sign-in. What they made in workspaces that stay, stays.',
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
    summary: 'Show what removing a member would delete',
    description: 'Administrators only, and only a preview: the removal judges anew.',
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
    summary: 'List the groups a member is in, by name',
    description: 'Administrators only. Of somebody who is no member the list is empty.',
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
    summary: 'Forget which account at the identity provider a member is',
    description:
      'Administrators only. Ends their sessions that came by single sign-on; the next one links them anew. There ' +
      'need not be a link.',
    errors: [organizationErrors.member_not_found],
  })
  unlinkOrgMemberSsoIdentity(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('userId') userId: string,
  ): Promise<void> {
    return this.removal.unlink(caller, userId);
  }
}
