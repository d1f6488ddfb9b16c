import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppError } from '../../errors/app-error.js';
import { BrowserOrigins } from '../client/browser-origins.js';
import { isForeignWrite } from '../client/cross-site.js';
import { pathSurface } from '../declaration/surface-errors.js';
import { guardedRequest } from './guarded-request.js';
import { platformErrors } from '../../errors/platform-errors.js';

/**
 * Refuses writes on `/auth/*` that pages of other sites make, whoever calls: signing somebody in is what such a
 * page would forge (01 §11.3 rule 2). Before the counters, or it could lock the person out by exhausting them.
 */
@Injectable()
export class BrowserOriginGuard implements CanActivate {
  constructor(private readonly origins: BrowserOrigins) {}

  canActivate(context: ExecutionContext): boolean {
    const { request } = guardedRequest(context);
    if (pathSurface(request) === 'auth' && isForeignWrite(request, this.origins))
      throw new AppError(platformErrors.invalid_origin);
    return true;
  }
}
