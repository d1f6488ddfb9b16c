import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../kernel/access/access.decorator.js';
import { Throttled } from '../../../kernel/access/throttle.js';
import { Operation } from '../../../kernel/http/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { CALLBACK } from '../connect-flow/connect-flow.throttles.js';
import { ConsentService } from '../connect-flow/consent.service.js';
import { BRIDGE_HEADERS, fragmentBridge } from '../connect-flow/fragment-bridge.js';
import { clearStateCookie, stateCookieOf } from '../connect-flow/state-cookie.js';
import { callbackUrl } from './consent-start.js';

/** Proved by the signed state and the cookie of the browser that began (03 §5.3). */
@Controller('v1/apps')
@ApiTags('Internal')
@Public()
@Throttled(CALLBACK)
export class CallbackController {
  constructor(
    private readonly consent: ConsentService,
    private readonly urls: PublicUrls,
  ) {}

  @Get(':provider/callback')
  @ApiQuery({ name: 'code', required: false, type: String })
  @ApiQuery({ name: 'state', required: false, type: String })
  @ApiQuery({ name: 'error', required: false, type: String })
  @Operation({
    summary: 'Receive the browser from a provider after consent',
    description:
      'Providers redirect the browser to this endpoint; clients do not call it. It redirects to a page ' +
      'that shows the result, also after an error.',
    success: 302,
    browserAnswers: { 200: 'A page that sends the fragment of its URL to the server' },
  })
  async appOauthCallback(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    const api = this.urls.api(request);
    const parameters = new URL(request.url, api).searchParams;
    const fragment = this.consent.fragmentOf(provider, parameters);
    if (fragment !== null) {
      void reply.status(200).headers(BRIDGE_HEADERS);
      return fragmentBridge(fragment);
    }
    const location = await this.consent.finish({
      provider,
      parameters,
      cookie: stateCookieOf(request),
      fromOwnPage: (request.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin',
      appOrigin: this.urls.dashboard(request),
    });
    clearStateCookie(reply, callbackUrl(api, provider));
    void reply.headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return undefined;
  }
}
