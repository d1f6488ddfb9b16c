import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Public } from '../../../kernel/access/declaration/access.decorator.js';
import { type Caller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { SessionCookies } from '../../../kernel/access/sessions/session-cookie.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { AuthBody } from './auth-body.decorator.js';
import { authUser } from './auth.view.js';
import { ChangedPasswordResponse, StatusResponse, StatusMessageResponse } from './dto/auth-response.dto.js';
import {
  ChangePasswordRequest,
  RequestPasswordResetRequest,
  ResetPasswordRequest,
} from './dto/auth-request.dto.js';
import { PasswordResetRequests } from './password-reset/password-reset-requests.js';
import { PasswordResetService } from './password-reset/password-reset.service.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { DeviceCookies } from './sessions/device-cookies.js';
import { RedirectRule } from './redirect-rule.js';
import { SessionsService } from './sessions/sessions.service.js';
import { CHANGE_PASSWORD, REQUEST_PASSWORD_RESET, RESET_PASSWORD } from './identity.throttles.js';
import { identityErrors } from './model/identity.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';

const RESET_REQUESTED = 'If this email belongs to an account, a link to reset the password is on its way.';

@Controller('auth')
@ApiTags('Internal')
@Public()
export class AuthPasswordsController {
  constructor(
    private readonly resetRequests: PasswordResetRequests,
    private readonly resets: PasswordResetService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
    private readonly devices: DeviceCookies,
    private readonly redirects: RedirectRule,
    private readonly urls: PublicUrls,
  ) {}

  @Post('request-password-reset')
  @Throttled(REQUEST_PASSWORD_RESET)
  @ApiBody({ type: RequestPasswordResetRequest })
  @Operation({
    summary: 'Send a mail with a link to reset the password',
    description:
      'The response is the same for every address, so it does not reveal which addresses have an ' +
      'account. The link in the mail works once and expires.',
    response: StatusMessageResponse,
    errors: [
      identityErrors.invalid_email,
      platformErrors.invalid_origin,
      identityErrors.invalid_callback_url,
      identityErrors.auth_validation_error,
    ],
  })
  async requestPasswordReset(
    @AuthBody(RequestPasswordResetRequest) body: RequestPasswordResetRequest,
    @Req() request: FastifyRequest,
  ): Promise<StatusMessageResponse> {
    this.redirects.assertAllowed(body.redirectTo, request);
    // Never the request's own origin: a forged `Host` would put a stranger's address into the mail.
    await this.resetRequests.request(body.email, this.urls.dashboard());
    return { status: true, message: RESET_REQUESTED };
  }

  @Post('reset-password')
  @Throttled(RESET_PASSWORD)
  @ApiBody({ type: ResetPasswordRequest })
  @Operation({
    summary: 'Set a new password with the token of a mail',
    description:
      'Takes the token of the mail and ends every session of the account. A used or expired token is ' +
      'refused.',
    response: StatusResponse,
    errors: [
      identityErrors.password_too_short,
      identityErrors.password_too_long,
      identityErrors.invalid_token,
      platformErrors.invalid_origin,
      identityErrors.auth_validation_error,
    ],
  })
  async resetPassword(
    @AuthBody(ResetPasswordRequest) body: ResetPasswordRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StatusResponse> {
    const { email } = await this.resets.reset(body.token, body.newPassword);
    this.devices.remember(request, reply, email);
    return { status: true };
  }

  @Post('change-password')
  @Access({ as: ['session'], level: 'person', sessionOnly: true })
  @Throttled(CHANGE_PASSWORD)
  @ApiBody({ type: ChangePasswordRequest })
  @Operation({
    summary: 'Change your password',
    description:
      'Requires a session and the current password. With `revokeOtherSessions` all other sessions end, ' +
      'and this session receives a new cookie.',
    response: ChangedPasswordResponse,
    errors: [
      platformErrors.unauthorized,
      identityErrors.invalid_password,
      identityErrors.credential_account_not_found,
      identityErrors.password_too_short,
      identityErrors.password_too_long,
      platformErrors.invalid_origin,
      identityErrors.auth_validation_error,
    ],
  })
  async changePassword(
    @CurrentCaller() { userId, email, credentialId: sessionId }: Caller,
    @AuthBody(ChangePasswordRequest) body: ChangePasswordRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangedPasswordResponse> {
    const { currentPassword, newPassword, revokeOtherSessions = false } = body;
    const rotated = await this.passwords.change(
      { userId, email, sessionId },
      { currentPassword, newPassword, revokeOtherSessions },
    );
    if (rotated !== null) {
      this.cookies.issue(reply, rotated.token, { persistent: rotated.session.sliding });
    }
    const current = await this.sessions.find(sessionId);
    if (current === null) throw new AppError(platformErrors.unauthorized);
    return { token: rotated?.session.handle ?? null, user: authUser(current.user) };
  }
}
