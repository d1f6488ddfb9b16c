import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../kernel/access/declaration/access.decorator.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { CALLBACK } from '../connect-flow/connect-flow.throttles.js';
import { ConsentService } from '../connect-flow/consent.service.js';
import { clearStateCookie, stateCookieOf } from '../connect-flow/state-cookie.js';
import { callbackUrl } from './consent-start.js';
import { createHash } from 'node:crypto';

/**
 * The page that hands a token in the address' fragment to the server (03 §5.3.1): a fragment never leaves the browser by
 * itself. Nothing of the request is in it; its one script is named by its hash.
 */
const SCRIPT = `const name = document.documentElement.dataset.parameter;
const token = new URLSearchParams(location.hash.slice(1)).get(name);
const query = new URLSearchParams(location.search);
query.set(...(token ? [name, token] : ['error', 'missing_token']));
location.replace(location.pathname + '?' + query);`;

const BRIDGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

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
    const { location, isOver } = await this.consent.finish({
      provider,
      parameters,
      cookie: stateCookieOf(request),
      fromOwnPage: (request.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin',
      appOrigin: this.urls.dashboard(request),
    });
    if (isOver) clearStateCookie(reply, callbackUrl(api, provider));
    void reply.headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return undefined;
  }
}

/** `parameter` is a word of the catalogue, whose schema allows letters and underscores. */
function fragmentBridge(parameter: string): string {
  return `<!doctype html><html lang="en" data-parameter="${parameter}"><meta charset="utf-8"><title>One moment</title><p>One moment…</p><script>${SCRIPT}</script></html>`;
}
