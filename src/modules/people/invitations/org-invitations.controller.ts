import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import {
  CreatedInvitationResponse,
  CreateInvitationRequest,
  InvitationResponse,
} from './dto/invitation.dto.js';
import { InvitationsService } from './invitations.service.js';
import { invitationErrors } from './invitation.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';

@Controller('v1/org/invitations')
@ApiTags('Organization')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization', role: 'admin' })
export class OrgInvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly urls: PublicUrls,
  ) {}

  @Get()
  @Operation({
    summary: 'List the pending and expired invitations, newest first',
    description:
      'Invitations that are neither accepted nor cancelled. Expired ones are marked. The links ' +
      'themselves are not shown again.',
    response: [InvitationResponse],
  })
  listInvitations(@CurrentCaller() caller: OrganizationCaller): Promise<InvitationResponse[]> {
    return this.invitations.list(caller);
  }

  @Post()
  @Operation({
    summary: 'Invite a person by e-mail, or replace the link of a pending invitation',
    description:
      'Administrators only. If the address already has a pending invitation, a new link replaces the ' +
      'old one. The server sends the mail during the request if a mail server is configured. The ' +
      'response contains the link in either case. An address receives at most 5 mails a day from all ' +
      'organizations, and an organization sends at most `INVITATION_MAILS_PER_HOUR` an hour. Above ' +
      'these limits the response is `429`.',
    success: 201,
    response: CreatedInvitationResponse,
    showsCredential: true,
    errors: [invitationErrors.already_a_member, editionErrors.quota_exhausted, platformErrors.throttled],
  })
  createInvitation(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: CreateInvitationRequest,
    @Req() request: FastifyRequest,
  ): Promise<CreatedInvitationResponse> {
    const dashboard = { answered: this.urls.dashboard(request), mailed: this.urls.dashboard() };
    return this.invitations.create(caller, body, dashboard);
  }

  @Delete(':id')
  @Operation({
    summary: 'Cancel a pending invitation',
    description:
      'Administrators only. The link stops working immediately. An invitation that was accepted in the ' +
      'meantime cannot be cancelled.',
    errors: [invitationErrors.invitation_not_pending],
  })
  cancelInvitation(@CurrentCaller() caller: OrganizationCaller, @Param('id') id: string): Promise<void> {
    return this.invitations.cancel(caller, id);
  }
}
