import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../kernel/access/declaration/access.decorator.js';
import { SessionCookies } from '../../../kernel/access/sessions/session-cookie.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { AuthBody } from '../identity/auth-body.decorator.js';
import { RedirectRule } from '../identity/redirect-rule.js';
import { SessionClients } from '../identity/sessions/session-clients.js';
import { SocialSignInRequest, SocialSignInResponse } from './dto/social-sign-in.dto.js';
import { FlowCookies } from './flow-cookie.js';
import { Google } from './google.js';
import type { FlowTargets } from './sign-in-flows.js';
import { SocialSignInService } from './social-sign-in.service.js';
import { SIGN_IN_SOCIAL } from './social-sign-in.throttles.js';
import { AUTH } from '../identity/identity.throttles.js';
import { identityErrors } from '../identity/model/identity.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';

const CALLBACK_PATH = '/auth/callback/google';
const SIGN_IN_PAGE = '/auth/login';

@Controller('auth')
@ApiTags('Internal')
@Public()
export class SocialSignInController {
  constructor(
    private readonly google: Google,
    private readonly signIns: SocialSignInService,
    private readonly flowCookies: FlowCookies,
    private readonly cookies: SessionCookies,
    private readonly clients: SessionClients,
    private readonly redirects: RedirectRule,
    private readonly urls: PublicUrls,
  ) {}

  @Post('sign-in/social')
  @Throttled(SIGN_IN_SOCIAL)
  @ApiBody({ type: SocialSignInRequest })
  @Operation({
    summary: 'Start a sign-in with Google',
    description:
      'Returns the URL at Google for the browser, and binds the attempt to this browser with a cookie. ' +
      'Available if the operator configured Google.',
    response: SocialSignInResponse,
    errors: [
      identityErrors.provider_not_found,
      identityErrors.provider_unavailable,
      platformErrors.invalid_origin,
      identityErrors.invalid_callback_url,
      identityErrors.auth_validation_error,
    ],
  })
  async signInSocial(
    @AuthBody(SocialSignInRequest) body: SocialSignInRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SocialSignInResponse> {
    if (body.provider !== 'google') throw new AppError(identityErrors.provider_not_found);
    this.google.assertOffered();
    const targets = this.targetsOf(body, request);
    const browser = this.flowCookies.issue(request, reply);
    return { url: await this.signIns.start(browser, targets), redirect: true };
  }

  @Get('callback/google')
  @Throttled(AUTH)
  @ApiQuery({ name: 'code', required: false, type: String })
  @ApiQuery({ name: 'state', required: false, type: String })
  @ApiQuery({ name: 'error', required: false, type: String })
  @Operation({
    summary: 'Receive the browser from Google; sets a session or returns an error code',
    description:
      'Google redirects the browser to this endpoint; clients do not call it. It completes the attempt ' +
      'of this browser and redirects to the requested page, or to the sign-in page with an error code.',
    success: 302,
    errors: [identityErrors.provider_not_found],
  })
  async googleSignInCallback(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    this.google.assertOffered();
    const { location, opened } = await this.signIns.finish({
      parameters: new URL(request.url, this.urls.api()).searchParams,
      browser: this.flowCookies.read(request),
      client: this.clients.of(request),
      signInPage: this.urls.dashboard(request) + SIGN_IN_PAGE,
    });
    if (opened !== null) this.cookies.issue(reply, opened.token, { persistent: true });
    void reply.header('location', location);
  }

  /** Relative targets are the dashboard's, wherever that is; the browser will stand on the API's origin then. */
  private targetsOf(body: SocialSignInRequest, request: FastifyRequest): FlowTargets {
    const { callbackURL, errorCallbackURL } = body;
    this.redirects.assertAllowed(callbackURL, request);
    this.redirects.assertAllowed(errorCallbackURL, request);
    const dashboard = this.urls.dashboard(request);
    return {
      redirectUri: this.urls.api(request) + CALLBACK_PATH,
      successUrl: new URL(callbackURL ?? dashboard, dashboard).href,
      errorUrl: new URL(errorCallbackURL ?? dashboard + SIGN_IN_PAGE, dashboard).href,
    };
  }
}
