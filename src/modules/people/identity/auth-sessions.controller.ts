import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Public } from '../../../kernel/access/declaration/access.decorator.js';
import { type Caller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { SessionCookies } from '../../../kernel/access/sessions/session-cookie.js';
import { Sessions } from '../../../kernel/access/sessions/sessions.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { SuccessResponse } from '../../../kernel/http/fields/success.dto.js';
import { AuthBody } from './auth-body.decorator.js';
import { authSession, authUser } from './auth.view.js';
import { AuthSession, CurrentSessionResponse, StatusResponse } from './dto/auth-response.dto.js';
import { RevokeSessionRequest } from './dto/auth-request.dto.js';
import { SessionEndings } from './sessions/session-endings.service.js';
import { type SessionHolder, SessionsService } from './sessions/sessions.service.js';
import { AUTH } from './identity.throttles.js';
import { identityErrors } from './model/identity.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';

@Controller('auth')
@ApiTags('Internal')
@Access({ as: ['session'], level: 'person', sessionOnly: true })
@Throttled(AUTH)
export class AuthSessionsController {
  constructor(
    private readonly proved: Sessions,
    private readonly cookies: SessionCookies,
    private readonly sessions: SessionsService,
    private readonly endings: SessionEndings,
  ) {}

  @Get('get-session')
  @ApiExtraModels(CurrentSessionResponse)
  @Public()
  @Operation({
    summary: 'Get the current session, or null',
    description: 'Never refused: without a valid session the response is `null`. A call extends the session.',
    response: { schema: { oneOf: [{ $ref: getSchemaPath(CurrentSessionResponse) }, { type: 'null' }] } },
  })
  async getAuthSession(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CurrentSessionResponse | string> {
    const proved = await this.proved.find(request);
    if (proved !== null) await this.proved.slide(proved, reply);
    const current = proved && (await this.sessions.find(proved.sessionId));
    if (current !== null) return { session: authSession(current.session), user: authUser(current.user) };
    // Nest sends no body for null; the client parses JSON, so the word itself goes out.
    void reply.type('application/json; charset=utf-8');
    return 'null';
  }

  @Post('sign-out')
  @Public()
  @Operation({
    summary: 'End the current session',
    description:
      'Ends the session of the cookie and clears the cookie. Without a session the call also succeeds.',
    response: SuccessResponse,
    errors: [platformErrors.invalid_origin],
  })
  async signOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessResponse> {
    const proved = await this.proved.find(request);
    if (proved !== null) await this.endings.signOut(proved);
    this.cookies.clear(reply);
    return { success: true };
  }

  @Get('list-sessions')
  @Operation({
    summary: 'List your active sessions, newest first',
    description:
      'Requires a session. Each session has an alias that can end it and cannot be used to sign in.',
    response: [AuthSession],
    errors: [platformErrors.unauthorized],
  })
  async listAuthSessions(@CurrentCaller() caller: Caller): Promise<AuthSession[]> {
    return (await this.sessions.list(caller.userId)).map(authSession);
  }

  @Post('revoke-session')
  @ApiBody({ type: RevokeSessionRequest })
  @Operation({
    summary: 'End one of your sessions by its alias',
    description:
      'Requires a session. Ends the session with this alias if it is yours. An unknown alias changes ' +
      'nothing.',
    response: StatusResponse,
    errors: [
      platformErrors.unauthorized,
      platformErrors.invalid_origin,
      identityErrors.auth_validation_error,
    ],
  })
  async revokeAuthSession(
    @CurrentCaller() caller: Caller,
    @AuthBody(RevokeSessionRequest) body: RevokeSessionRequest,
  ): Promise<StatusResponse> {
    await this.endings.revoke(holderOf(caller), body.token);
    return { status: true };
  }

  @Post('revoke-other-sessions')
  @Operation({
    summary: 'End all your sessions except this one',
    description: 'Requires a session, which stays the only one.',
    response: StatusResponse,
    errors: [platformErrors.unauthorized, platformErrors.invalid_origin],
  })
  async revokeOtherAuthSessions(@CurrentCaller() caller: Caller): Promise<StatusResponse> {
    await this.endings.revokeOthers(holderOf(caller));
    return { status: true };
  }

  @Post('revoke-sessions')
  @Operation({
    summary: 'End all your sessions, including this one',
    description: 'Requires a session. Ends it and all your other sessions, and clears the cookie.',
    response: StatusResponse,
    errors: [platformErrors.unauthorized, platformErrors.invalid_origin],
  })
  async revokeAuthSessions(
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StatusResponse> {
    await this.endings.revokeAll(holderOf(caller));
    this.cookies.clear(reply);
    return { status: true };
  }
}

function holderOf({ userId, email, credentialId }: Caller): SessionHolder {
  return { userId, email, sessionId: credentialId };
}
