import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Public } from '../../../kernel/access/declaration/access.decorator.js';
import { type Caller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import {
  AcceptedInvitationResponse,
  InvitationLookupResponse,
  InvitationTokenRequest,
} from './dto/invitation.dto.js';
import { InvitationAcceptance } from './invitation-acceptance.service.js';
import { InvitationsService } from './invitations.service.js';
import { ACCEPT, INVITATION_LOOKUP } from './invitations.throttles.js';
import { invitationErrors } from './invitation.errors.js';
import { identityErrors } from '../identity/model/identity.errors.js';

/** What the person who was invited calls. */
@Controller('v1/invitations')
@ApiTags('Organization')
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly acceptance: InvitationAcceptance,
  ) {}

  @Post('lookup')
  @Public()
  @Throttled(INVITATION_LOOKUP)
  @Operation({
    summary: 'Look up an invitation by its token',
    description:
      'Shows which organization an invitation is for, so that a page can ask before the invitation is ' +
      'accepted. The token in the body is the only credential. Nothing is changed.',
    response: InvitationLookupResponse,
    errors: [invitationErrors.invitation_not_found],
  })
  lookupInvitation(@Body() body: InvitationTokenRequest): Promise<InvitationLookupResponse> {
    return this.invitations.lookup(body.token);
  }

  @Post('accept')
  @Access({
    as: ['session'],
    level: 'person',
    sessionOnly: true,
    refusals: { unauthenticated: identityErrors.session_missing },
  })
  @Throttled(ACCEPT)
  @Operation({
    summary: 'Accept an invitation addressed to the signed-in person',
    description:
      'The signed-in person becomes a member with the role of the invitation. The invitation must be ' +
      'addressed to the e-mail address of the session, and works once.',
    response: AcceptedInvitationResponse,
    errors: [invitationErrors.invitation_unusable, invitationErrors.invitation_of_another],
  })
  acceptInvitation(
    @CurrentCaller() caller: Caller,
    @Body() body: InvitationTokenRequest,
  ): Promise<AcceptedInvitationResponse> {
    return this.acceptance.accept(caller, body.token);
  }
}
