import { Body, Controller, Delete, Get, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type PartnerCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { SuccessResponse } from '../../../kernel/http/fields/success.dto.js';
import { PartnerMemberResponse, PartnerSetupLinkResponse } from '../partners/dto/partner-member.dto.js';
import { BY_A_MANAGER, BY_ANY } from '../partners/partner-access.js';
import { partnerErrors } from '../partners/partner.errors.js';
import {
  AddedPartnerMemberResponse,
  AddPartnerMemberRequest,
  ChangePartnerMemberRoleRequest,
} from './dto/partner-member-requests.dto.js';
import { PartnerMembersService } from './partner-members.service.js';

const OF_ONE = [partnerErrors.partner_member_not_found, partnerErrors.partner_owner_stays];

@Controller('v1/partner/members')
@ApiTags('Partner Members')
@Access(BY_A_MANAGER)
export class PartnerMembersController {
  constructor(
    private readonly members: PartnerMembersService,
    private readonly urls: PublicUrls,
  ) {}

  @Get()
  @Access(BY_ANY)
  @Operation({
    summary: 'List the members of the portal, the owner first',
    description: 'Members follow the owner by age, each with whether they have signed in yet.',
    response: [PartnerMemberResponse],
  })
  listPartnerMembers(@CurrentCaller() caller: PartnerCaller): Promise<PartnerMemberResponse[]> {
    return this.members.list(caller);
  }

  @Post()
  @Operation({
    summary: 'Add a member to the portal',
    description:
      'Managers only. A person without an account receives one, and a link that sets its first ' +
      'password and works for seven days. A person belongs to at most one partner.',
    success: 201,
    response: AddedPartnerMemberResponse,
    showsCredential: true,
    errors: [partnerErrors.partner_member_exists],
  })
  addPartnerMember(
    @CurrentCaller() caller: PartnerCaller,
    @Body() body: AddPartnerMemberRequest,
    @Req() request: FastifyRequest,
  ): Promise<AddedPartnerMemberResponse> {
    return this.members.add(caller, body, this.urls.dashboard(request));
  }

  @Patch(':userId/role')
  @Operation({
    summary: 'Change the role of a portal member',
    description: 'Managers only. Applies to their next request. The role of the owner cannot be changed.',
    response: SuccessResponse,
    errors: OF_ONE,
  })
  async changePartnerMemberRole(
    @CurrentCaller() caller: PartnerCaller,
    @Param('userId') userId: string,
    @Body() body: ChangePartnerMemberRoleRequest,
  ): Promise<SuccessResponse> {
    await this.members.changeRole(caller, userId, body.role);
    return { success: true };
  }

  @Delete(':userId')
  @Operation({
    summary: 'Remove a member from the portal',
    description: 'Managers only. You may remove yourself, but not the owner. The account is kept.',
    errors: OF_ONE,
  })
  removePartnerMember(
    @CurrentCaller() caller: PartnerCaller,
    @Param('userId') userId: string,
  ): Promise<void> {
    return this.members.remove(caller, userId);
  }

  @Post(':userId/setup-link')
  @Operation({
    summary: 'Replace the link that sets a first password',
    description: 'Managers only, for a member who has no way to sign in yet.',
    success: 200,
    response: PartnerSetupLinkResponse,
    showsCredential: true,
    errors: [partnerErrors.partner_member_not_found, partnerErrors.partner_member_signs_in],
  })
  reissuePartnerMemberSetupLink(
    @CurrentCaller() caller: PartnerCaller,
    @Param('userId') userId: string,
    @Req() request: FastifyRequest,
  ): Promise<PartnerSetupLinkResponse> {
    return this.members.reissueSetupLink(caller, userId, this.urls.dashboard(request));
  }
}
