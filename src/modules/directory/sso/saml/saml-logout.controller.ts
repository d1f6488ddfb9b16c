import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../../kernel/access/declaration/access.decorator.js';
import { Throttled } from '../../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { RawBody, TakesRawForm } from '../../../../kernel/http/body/raw-body.decorator.js';
import { LoginPage } from '../sign-in/refusals/login-page.js';
import type { BegunAt } from '../sign-in/sign-in-protocol.js';
import { SsoRefusals } from '../sign-in/refusals/sso-refusals.filter.js';
import { SamlLogout } from './saml-logout.service.js';
import { SamlProviders } from './saml-provider.js';
import { SAML_LOGOUT } from './saml.throttles.js';

const DESCRIPTION =
  'The browser brings messages of a SAML identity provider to this endpoint; clients do not call it. ' +
  'A signed logout request ends the sessions it names. The response to a logout request of this server ' +
  'leads to the login page.';

@Controller('v1/auth/sso/:provider/slo')
@ApiTags('Internal')
@Public({ edition: 'enterprise', feature: 'Single sign-on' })
@UseFilters(SsoRefusals)
export class SamlLogoutController {
  constructor(
    private readonly providers: SamlProviders,
    private readonly logouts: SamlLogout,
    private readonly page: LoginPage,
  ) {}

  @Get()
  @Throttled(SAML_LOGOUT)
  @ApiQuery({ name: 'SAMLRequest', required: false, type: String })
  @ApiQuery({ name: 'SAMLResponse', required: false, type: String })
  @ApiQuery({ name: 'RelayState', required: false, type: String })
  @ApiQuery({ name: 'SigAlg', required: false, type: String })
  @ApiQuery({ name: 'Signature', required: false, type: String })
  @Operation({
    summary: 'Single logout with the SAML redirect binding',
    description: `${DESCRIPTION} The signature covers the URL.`,
    success: 302,
    browserAnswers: { 200: 'A page that posts the logout response to the identity provider' },
  })
  async ssoSamlLogoutRedirect(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const parties = await this.providers.byName(provider);
    const at = request.url.indexOf('?');
    this.go(
      request,
      reply,
      await this.logouts.byRedirect(parties, at === -1 ? '' : request.url.slice(at + 1)),
    );
  }

  @Post()
  @Throttled(SAML_LOGOUT)
  @TakesRawForm({
    SAMLRequest: 'A request of the identity provider, in base64',
    SAMLResponse: 'The response of the identity provider, in base64',
    RelayState: 'The value that was sent with the request',
  })
  @Operation({
    summary: 'Single logout with the SAML post binding',
    description: `${DESCRIPTION} The signature is in the message.`,
    success: 200,
    response: { mediaType: 'text/html' },
    browserAnswers: { 302: 'To the identity provider with the logout response, or to the login page' },
  })
  async ssoSamlLogoutPost(
    @Param('provider') provider: string,
    @RawBody() body: Buffer,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const parties = await this.providers.byName(provider);
    this.go(request, reply, await this.logouts.byPost(parties, body));
  }

  /** To the provider with our answer; without one, to the login page. */
  private go(request: FastifyRequest, reply: FastifyReply, at: BegunAt | null): void {
    void reply.header('cache-control', 'no-store');
    if (at !== null && 'page' in at) return void reply.code(200).headers(at.page.headers).send(at.page.html);
    void reply
      .code(302)
      .header('location', at?.redirect ?? this.page.url(request))
      .send();
  }
}
