import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BrowserOrigins } from '../../../kernel/access/browser-origins.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { connectErrors } from './connect.errors.js';

/**
 * A link with a stranger's token in it would begin the stranger's way in the browser of whoever follows it, whose
 * account would end in the stranger's workspace; without one, a colleague's link would add somebody's account to a
 * workspace they share, where the provider does not ask a second time. A page of another site that is not a dashboard of
 * this deployment may not send anybody there (03 §5.2). A request with a header is no navigation.
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
}
