import { Controller, Get, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../../kernel/access/declaration/access.decorator.js';
import { Throttled } from '../../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { SsoConnections, type UsableConnection } from '../connections/store/sso-connections.service.js';
import { BrowserBinding } from '../sign-in/browser-binding.js';
import { SsoAttempts } from '../sign-in/refusals/sso-attempts.js';
import { SsoRefusals } from '../sign-in/refusals/sso-refusals.filter.js';
import { SsoRefused } from '../sign-in/refusals/sso-refused.js';
import { type Landing, SsoSignIn } from '../sign-in/sso-sign-in.service.js';
import { SsoTransactions } from '../sign-in/transactions/sso-transactions.js';
import { SSO_SIGN_IN } from '../sign-in/sso.throttles.js';
import { CodeRedemption } from './code-redemption.js';
import { OidcProtocol } from './oidc-protocol.js';

@Controller('v1/auth/sso/:provider')
@ApiTags('Internal')
@Public({ edition: 'enterprise', feature: 'Single sign-on' })
@UseFilters(SsoRefusals)
export class OidcCallbackController {
  constructor(
    private readonly connections: SsoConnections,
    private readonly transactions: SsoTransactions,
    private readonly browsers: BrowserBinding,
    private readonly protocol: OidcProtocol,
    private readonly codes: CodeRedemption,
    private readonly signIns: SsoSignIn,
    private readonly attempts: SsoAttempts,
  ) {}

  @Get('callback')
  @Throttled(SSO_SIGN_IN)
  @ApiQuery({ name: 'code', required: false, type: String })
  @ApiQuery({ name: 'state', required: false, type: String })
  @ApiQuery({ name: 'iss', required: false, type: String })
  @ApiQuery({ name: 'error', required: false, type: String })
  @ApiQuery({ name: 'error_description', required: false, type: String })
  @Operation({
    summary: 'Receive the browser from an OpenID Connect provider',
    description:
      'The identity provider redirects the browser to this endpoint; clients do not call it. It ' +
      'completes the attempt of this browser and redirects to the requested page, or to the login page ' +
      'with an error code.',
    success: 302,
  })
  async ssoOidcCallback(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const usable = await this.connections.byProvider(provider);
    if (usable?.connection.type !== 'oidc')
      throw new SsoRefused('sso_unavailable', 'The provider has no such connection that is in use');
    const { location, cookie } = await this.attempts.audited(usable, () => this.finish(usable, request));
    if (cookie !== null) void reply.header('set-cookie', cookie);
    void reply.code(302).headers({ location, 'cache-control': 'no-store' }).send();
  }

  private async finish(usable: UsableConnection, request: FastifyRequest): Promise<Landing> {
    const callback = new URL(this.protocol.redirectUri(usable.providerName));
    const query = request.url.indexOf('?');
    callback.search = query === -1 ? '' : request.url.slice(query);
    const browser = this.browsers.read(request);
    const state = callback.searchParams.get('state') ?? '';
    const taken = browser && (await this.transactions.take(state, browser, usable.connection));
    if (!taken)
      throw new SsoRefused('sso_state_mismatch', 'This browser began no such sign-in, or finished it');
    const identity = await this.codes.redeem(usable, taken, callback);
    return this.signIns.complete(usable, identity, { ...taken, request });
  }
}
