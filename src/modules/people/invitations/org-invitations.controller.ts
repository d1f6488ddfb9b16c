import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
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
    summary: 'The open and overdue invitations of the organization, newest first',
    description:
      'What the administrators of the organization have sent out and nobody has accepted or ' +
      'cancelled yet, overdue ones marked. The links themselves are not shown again.',
    response: [InvitationResponse],
  })
  listInvitations(@CurrentCaller() caller: OrganizationCaller): Promise<InvitationResponse[]> {
    return this.invitations.list(caller);
  }

  @Post()
  @Operation({
    summary: 'Invite somebody by e-mail, or send a new link that replaces the old one',
    description:
      'Administrators only. An address that has an open invitation already gets a new link in its ' +
      'place; the mail is sent during the request where a mail server is configured, and the link ' +
      'is answered either way. Where mail is sent, an address gets at most 5 a day from all organizations, and an ' +
      'organization sends `INVITATION_MAILS_PER_HOUR` an hour; beyond that the answer is `429`.',
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
    summary: 'Cancel a pending invitation; its link stops working',
    description:
      'Administrators only. From the answer on the link leads nowhere; an invitation that was ' +
      'accepted meanwhile cannot be cancelled.',
    errors: [invitationErrors.invitation_not_pending],
  })
  cancelInvitation(@CurrentCaller() caller: OrganizationCaller, @Param('id') id: string): Promise<void> {
    return this.invitations.cancel(caller, id);
  }
}
