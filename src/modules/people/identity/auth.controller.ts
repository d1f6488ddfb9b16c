import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../kernel/access/declaration/access.decorator.js';
import { SessionCookies } from '../../../kernel/access/sessions/session-cookie.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { AccountsService } from './accounts/accounts.service.js';
import { AuthBody } from './auth-body.decorator.js';
import { authUser } from './auth.view.js';
import { OkResponse, SignInResponse, SignUpResponse } from './dto/auth-response.dto.js';
import { SignInRequest, SignUpRequest } from './dto/auth-request.dto.js';
import { DeviceCookies } from './sessions/device-cookies.js';
import { RedirectRule } from './redirect-rule.js';
import { AUTH, SIGN_IN, SIGN_UP } from './identity.throttles.js';
import { SessionClients } from './sessions/session-clients.js';
import { identityErrors } from './model/identity.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';

@Controller('auth')
@ApiTags('Internal')
@Public()
export class AuthController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly cookies: SessionCookies,
    private readonly clients: SessionClients,
    private readonly devices: DeviceCookies,
    private readonly redirects: RedirectRule,
  ) {}

  @Post('sign-up/email')
  @Throttled(SIGN_UP)
  @ApiBody({ type: SignUpRequest })
  @Operation({
    summary: 'Create an account with email and password',
    description:
      'Possible if the operator allows registration, or with an invitation. Sets the session cookie. ' +
      'The first call of the dashboard creates the organization.',
    response: SignUpResponse,
    errors: [
      identityErrors.invalid_email,
      identityErrors.password_too_short,
      identityErrors.password_too_long,
      identityErrors.email_password_sign_up_disabled,
      identityErrors.email_taken,
      platformErrors.auth_sso_required,
      platformErrors.invalid_origin,
      identityErrors.invalid_callback_url,
      identityErrors.auth_validation_error,
    ],
  })
  async signUpEmail(
    @AuthBody(SignUpRequest) body: SignUpRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignUpResponse> {
    this.redirects.assertAllowed(body.callbackURL, request);
    const { user, opened } = await this.accounts.signUp(body, this.clients.of(request));
    this.cookies.issue(reply, opened.token, { persistent: true });
    this.devices.remember(request, reply, user.email);
    return { token: opened.session.handle, user: authUser(user) };
  }

  @Post('sign-in/email')
  @Throttled(SIGN_IN)
  @ApiBody({ type: SignInRequest })
  @Operation({
    summary: 'Sign in with email and password',
    description:
      'Sets the session cookie. With `rememberMe` false the cookie ends with the browser session. An ' +
      'unknown address and a wrong password produce the same response in the same time. Failures are ' +
      'also counted by account; a browser that has signed in before has a separate counter.',
    response: SignInResponse,
    errors: [
      identityErrors.invalid_email_or_password,
      platformErrors.auth_sso_required,
      identityErrors.invalid_email,
      platformErrors.invalid_origin,
      identityErrors.invalid_callback_url,
      identityErrors.auth_validation_error,
    ],
  })
  async signInEmail(
    @AuthBody(SignInRequest) body: SignInRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInResponse> {
    const { email, password, callbackURL, rememberMe = true } = body;
    this.redirects.assertAllowed(callbackURL, request);
    const { user, opened } = await this.accounts.signIn(
      { email, password, remember: rememberMe, device: this.devices.deviceOf(request, email) },
      this.clients.of(request),
    );
    this.cookies.issue(reply, opened.token, { persistent: rememberMe });
    this.devices.remember(request, reply, user.email);
    const redirect = callbackURL === undefined ? { redirect: false } : { redirect: true, url: callbackURL };
    return { ...redirect, token: opened.session.handle, user: authUser(user) };
  }

  @Get('ok')
  @Throttled(AUTH)
  @Operation({
    summary: 'Report that the sign-in endpoints are available',
    description:
      'For clients that look for the sign-in endpoints of a self-hosted server. It does not use the ' +
      'database.',
    response: OkResponse,
  })
  authOk(): OkResponse {
    return { ok: true };
  }
}
