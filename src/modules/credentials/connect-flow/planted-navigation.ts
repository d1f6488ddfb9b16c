import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BrowserOrigins } from '../../../kernel/access/browser-origins.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { connectErrors } from './connect.errors.js';

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
    const origin = URL.parse(headers.referer ?? '')?.origin;
    if (origin === undefined || !this.origins.isTrusted(origin, request))
      throw new AppError(connectErrors.planted_navigation);
  }

  /** Whether the browser opened the address by itself: from a mail, a chat, a bookmark or its address bar. */
  comesFromNowhere({ headers }: FastifyRequest): boolean {
    return (
      headers.authorization === undefined &&
      headers['sec-fetch-mode'] === 'navigate' &&
      headers['sec-fetch-site'] === 'none'
    );
  }
}
