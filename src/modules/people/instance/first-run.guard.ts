import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BrowserOrigins } from '../../../kernel/access/client/browser-origins.js';
import { isForeignWrite } from '../../../kernel/access/client/cross-site.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { unknownRoute } from '../../../kernel/http/server/error.filter.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';

/**
 * Refuses before the body is read. On Cloud there is no first run (01 §13.3), and a page of another site must not use a
 * person's browser to take over a server that only this browser can reach.
 */
@Injectable()
export class FirstRunGuard implements CanActivate {
  constructor(
    private readonly configuration: Configuration,
    private readonly origins: BrowserOrigins,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (this.configuration.edition === 'cloud') throw unknownRoute(request);
    if (isForeignWrite(request, this.origins)) throw new AppError(platformErrors.cross_site_request);
    return true;
  }
}
