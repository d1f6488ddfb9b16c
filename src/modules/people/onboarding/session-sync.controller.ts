import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../kernel/access/declaration/access.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { SessionSyncResponse, SessionSyncQuery } from './dto/session-sync.dto.js';
import { SessionIdentities } from './session-identity.js';
import { SessionSyncService } from './session-sync.service.js';
import { identityErrors } from '../identity/model/identity.errors.js';

/** `@Public`: the guard asks for a person's row, and this is the endpoint that makes it (01 §12). */
@Controller('v1/auth')
@ApiTags('Internal')
@Public()
export class SessionSyncController {
  constructor(
    private readonly identities: SessionIdentities,
    private readonly syncs: SessionSyncService,
  ) {}

  @Get('session')
  @Operation({
    summary: 'Get the signed-in person and their organization; provision a new account',
    description:
      'The first call of a dashboard after sign-in. A new person receives an account, organization, ' +
      'workspace and default agent, unless they are about to join another organization.',
    response: SessionSyncResponse,
    security: ['session'],
    errors: [
      identityErrors.session_missing,
      identityErrors.session_needs_sso,
      identityErrors.sign_in_identity_conflict,
    ],
    fault: identityErrors.session_sync_failed,
  })
  async syncSession(
    @Query() query: SessionSyncQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionSyncResponse> {
    const identity = await this.identities.read(request, reply);
    return this.syncs.sync(identity, { joining: Boolean(query.fromInvitation || query.fromClaim) });
  }
}
