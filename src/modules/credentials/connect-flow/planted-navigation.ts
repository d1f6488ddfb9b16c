import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BrowserOrigins } from '../../../kernel/access/client/browser-origins.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { connectErrors } from './connect.errors.js';

const ASKS_FOR_PAGE = /\btext\/html\b/i;

/**
 * A link with an attacker's token would start the attacker's flow in the browser of the person who follows it, and that
 * person's account would end in the attacker's workspace. A link without one would add the person's account to a
 * workspace that both share, where the provider does not ask a second time. So a page of another site that is not a
 * dashboard of this deployment is refused, and a link from a mail or an address bar leads to the connect page, where a
 * person sees what would be connected and decides (03 §5.2, R54). A request with an `Authorization` field is not a
 * navigation.
 */
@Injectable()
export class PlantedNavigation {
  constructor(private readonly origins: BrowserOrigins) {}

  refuse(request: FastifyRequest): void {
    const { headers } = request;
    if (headers.authorization !== undefined) return;
    const site = headers['sec-fetch-site'];
    if (site !== 'cross-site' && site !== 'same-site') return;
    if (!this.comesFromOurs(request)) throw new AppError(connectErrors.planted_navigation);
  }

  /**
   * Whether the browser opened the address by itself: from a mail, a chat, a bookmark or its address bar. Over plain HTTP
   * browsers do not say where they come from but by `Referer`; without one of a page of ours they come from nowhere.
   */
  comesFromNowhere(request: FastifyRequest): boolean {
    const { headers } = request;
    if (headers.authorization !== undefined) return false;
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site === 'none' && headers['sec-fetch-mode'] === 'navigate';
    return ASKS_FOR_PAGE.test(headers.accept ?? '') && !this.comesFromOurs(request);
  }

  private comesFromOurs(request: FastifyRequest): boolean {
    const origin = URL.parse(request.headers.referer ?? '')?.origin;
    return origin !== undefined && this.origins.isTrusted(origin, request);
  }
}
