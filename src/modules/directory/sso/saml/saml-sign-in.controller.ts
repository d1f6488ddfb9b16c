import { Controller, Get, Header, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnsolicited } from '../../../../domain/protocols/saml/response.js';
import { readXml } from '../../../../domain/protocols/saml/xml-document.js';
import { Public } from '../../../../kernel/access/declaration/access.decorator.js';
import { Throttled } from '../../../../kernel/access/throttling/throttle.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../../kernel/http/public-urls.js';
import { RawBody, TakesRawForm } from '../../../../kernel/http/body/raw-body.decorator.js';
import { BrowserBinding } from '../sign-in/browser-binding.js';
import { postingPage, type PostingPage } from '../sign-in/posting-page.js';
import { SsoAttempts } from '../sign-in/refusals/sso-attempts.js';
import { SsoRefusals } from '../sign-in/refusals/sso-refusals.filter.js';
import { SsoRefused } from '../sign-in/refusals/sso-refused.js';
import { type Landing, SsoSignIn } from '../sign-in/sso-sign-in.service.js';
import { SsoTransactions } from '../sign-in/transactions/sso-transactions.js';
import { SSO_SIGN_IN } from '../sign-in/sso.throttles.js';
import { postedText } from './message-text.js';
import { postedForm, type PostedSaml } from './posted-form.js';
import { judging } from './refusals.js';
import { type SamlParties, SamlProviders } from './saml-provider.js';
import { SamlSignIn } from './saml-sign-in.service.js';
import { SamlSigningKey } from './signatures/saml-signing-key.js';
import { samlErrors } from './saml.errors.js';
import { METADATA_TYPE, serviceProviderMetadata } from './service-provider-metadata.js';

type Next = { landing: Landing } | { page: PostingPage } | { login: string };

@Controller('v1/auth/sso/:provider')
@Public({ edition: 'enterprise', feature: 'Single sign-on' })
@UseFilters(SsoRefusals)
export class SamlSignInController {
  constructor(
    private readonly providers: SamlProviders,
    private readonly key: SamlSigningKey,
    private readonly transactions: SsoTransactions,
    private readonly browsers: BrowserBinding,
    private readonly answers: SamlSignIn,
    private readonly signIns: SsoSignIn,
    private readonly attempts: SsoAttempts,
    private readonly urls: PublicUrls,
  ) {}

  @Get('metadata')
  @ApiTags('SSO')
  @Header('Content-Type', METADATA_TYPE)
  @Operation({
    summary: 'Get the SAML metadata of this server for the identity provider',
    description:
      'The metadata of the service provider: entity id, response URL and signing key. It is valid ' +
      'before a connection exists.',
    response: { mediaType: METADATA_TYPE },
    errors: [samlErrors.sso_provider_not_found],
  })
  async ssoSamlMetadata(@Param('provider') provider: string): Promise<string> {
    if (!(await this.providers.knows(provider))) throw new AppError(samlErrors.sso_provider_not_found);
    const { certificatePem } = await this.key.pair();
    return serviceProviderMetadata(this.providers.urlsOf(provider), certificatePem);
  }

  @Post('acs')
  @ApiTags('Internal')
  @Throttled(SSO_SIGN_IN)
  @TakesRawForm({
    SAMLResponse: 'The response of the identity provider, in base64',
    RelayState: 'The value that was sent with the request',
  })
  @Operation({
    summary: 'Receive the browser from a SAML identity provider',
    description:
      'The browser posts the response of the identity provider to this endpoint; clients do not call ' +
      'it. It completes the attempt of this browser and redirects to the requested page, or to the ' +
      'login page with an error code. If the browser omits its cookie from a cross-site post, the ' +
      'response is a page that posts again.',
    success: 302,
    browserAnswers: { 200: 'A page that posts the response of the identity provider again' },
  })
  async ssoSamlAcs(
    @Param('provider') provider: string,
    @RawBody() body: Buffer,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const parties = await this.providers.byName(provider);
    const next = await this.attempts.audited(parties.usable, () => this.next(parties, body, request));
    void reply.header('cache-control', 'no-store');
    if ('page' in next) return void reply.code(200).headers(next.page.headers).send(next.page.html);
    if ('login' in next) return void reply.code(302).header('location', next.login).send();
    const { location, cookie } = next.landing;
    if (cookie !== null) void reply.header('set-cookie', cookie);
    void reply.code(302).header('location', location).send();
  }

  private async next(parties: SamlParties, body: Buffer, request: FastifyRequest): Promise<Next> {
    const posted = postedForm(body);
    const { SAMLResponse: response, RelayState: handle } = posted;
    if (response === null) throw new SsoRefused('sso_invalid_response', 'The form holds no response');
    if (handle === null || !this.transactions.isOurs(handle)) return this.unasked(parties, response);
    const browser = this.browsers.read(request);
    if (browser === null) return { page: this.oncemore(parties, { ...posted, handle, response }, request) };
    const taken = await this.transactions.take(handle, browser, parties.usable.connection);
    if (taken === null)
      throw new SsoRefused('sso_state_mismatch', 'This browser began no such sign-in, or finished it');
    const identity = await this.answers.redeem(parties, response, taken.requestId);
    return { landing: await this.signIns.complete(parties.usable, identity, { ...taken, request }) };
  }

  /** A tile at the provider: what it sent is dropped, and a sign-in of this browser begins (05 §8.6 rule 8). */
  private unasked({ urls }: SamlParties, response: string): { login: string } {
    if (judging(() => isUnsolicited(readXml(postedText(response))))) return { login: urls.loginUrl };
    throw new SsoRefused('sso_state_mismatch', 'The response comes with no handle of ours');
  }

  /** The cookie is `SameSite=Lax`, and a post from the provider's site comes without it; one from ours does not. */
  private oncemore(
    { urls }: SamlParties,
    { bounce, handle, response }: PostedSaml & { handle: string; response: string },
    request: FastifyRequest,
  ): PostingPage {
    if (bounce) throw new SsoRefused('sso_state_mismatch', 'This browser began no sign-in');
    const dashboard = new URL(this.urls.dashboard(request)).origin;
    return postingPage({
      action: urls.acsUrl,
      fields: { SAMLResponse: response, RelayState: handle, bounce: '1' },
      leadsTo: ["'self'", ...(dashboard === new URL(urls.acsUrl).origin ? [] : [dashboard])],
    });
  }
}
