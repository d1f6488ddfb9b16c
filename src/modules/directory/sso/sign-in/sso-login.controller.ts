import { Controller, Get, Header, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../../kernel/access/declaration/access.decorator.js';
import { headerText } from '../../../../kernel/access/declaration/access-request.js';
import { Sessions } from '../../../../kernel/access/sessions/sessions.js';
import { Throttled } from '../../../../kernel/access/throttling/throttle.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../../kernel/http/public-urls.js';
import { isSameIssuer } from '../connections/provider/discovery-document.js';
import { SsoConnections } from '../connections/store/sso-connections.service.js';
import { BrowserBinding } from './browser-binding.js';
import { returnTo } from './return-to.js';
import { SignInProtocols } from './sign-in-protocol.js';
import { SsoRefusals } from './refusals/sso-refusals.filter.js';
import { SsoRefused } from './refusals/sso-refused.js';
import { SsoTransactions } from './transactions/sso-transactions.js';
import { SSO_SIGN_IN } from './sso.throttles.js';

/** No address is longer. */
const HINT_MAX_LENGTH = 254;
const OWN_SITE = new Set(['same-origin', 'same-site']);

@Controller('v1/auth/sso/:provider')
@ApiTags('SSO')
@Public({ edition: 'enterprise', feature: 'Single sign-on' })
@UseFilters(SsoRefusals)
export class SsoLoginController {
  private readonly selfHosted: boolean;

  constructor(
    configuration: Configuration,
    private readonly connections: SsoConnections,
    private readonly protocols: SignInProtocols,
    private readonly transactions: SsoTransactions,
    private readonly browsers: BrowserBinding,
    private readonly sessions: Sessions,
    private readonly urls: PublicUrls,
  ) {
    this.selfHosted = configuration.edition === 'onprem';
  }

  @Get('login')
  @Throttled(SSO_SIGN_IN)
  @Header('Cache-Control', 'no-store')
  @ApiQuery({ name: 'returnTo', required: false, type: String })
  @ApiQuery({ name: 'login_hint', required: false, type: String })
  @ApiQuery({ name: 'link', required: false, type: String })
  @ApiQuery({ name: 'iss', required: false, type: String })
  @ApiQuery({ name: 'target_link_uri', required: false, type: String })
  @Operation({
    summary: "Redirect the browser to an organization's identity provider",
    description:
      'Starts a sign-in, from a login page or from a tile at the provider. A cookie binds the attempt ' +
      'to this browser. `returnTo` is the path that the browser opens after sign-in; anything but a ' +
      'path of this server is ignored. With `link=1` the account of the current session is linked, and ' +
      'nothing of it ends.',
    success: 302,
    browserAnswers: { 200: 'A page that posts the request to the identity provider' },
  })
  async startSsoLogin(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = new URL(request.url, this.urls.api()).searchParams;
    // On Cloud sessions are made by the operator's issuer (01 §3.4): a sign-in here could end in none.
    const usable = this.selfHosted ? await this.connections.byProvider(provider) : null;
    if (usable === null)
      throw new SsoRefused('sso_unavailable', 'The provider has no connection that is in use');
    const issuer = asked.get('iss');
    if (issuer !== null && !isSameIssuer(issuer, usable.connection.issuer ?? ''))
      throw new SsoRefused('sso_unavailable', 'The sign-in was to begin at another issuer');
    const begun = await this.transactions.begin(usable.connection, {
      returnTo: returnTo(asked, this.urls.dashboard(request)),
      browser: this.browsers.issue(request, reply),
      linkSessionId: asked.get('link') === '1' ? await this.linking(request) : null,
    });
    const hint = asked.get('login_hint');
    const loginHint = hint !== null && hint.length <= HINT_MAX_LENGTH ? hint : null;
    const at = await this.protocols.of(usable.connection.type).begin(usable, { ...begun, loginHint });
    if ('redirect' in at) void reply.code(302).header('location', at.redirect).send();
    else void reply.code(200).headers(at.page.headers).send(at.page.html);
  }

  /** The session of a profile that links itself; a page of somebody else's that sends a browser here links nothing. */
  private async linking(request: FastifyRequest): Promise<string | null> {
    const site = headerText(request, 'sec-fetch-site');
    if (site !== null && !OWN_SITE.has(site)) return null;
    const session = await this.sessions.find(request);
    return session?.stored?.sessionId ?? null;
  }
}
