import { Injectable } from '@nestjs/common';
import type { ControlAnswer, ControlRequest, ControlRoutes } from '../listener/origin-routes.js';
import { CacheInvalidation } from './cache-invalidation.js';
import { ControlAuthenticator } from './control-authenticator.js';

/** `GET /me` and `POST /v1/cache/invalidate` on the gateway's origin (06 §16). */
@Injectable()
export class CallerRoutes implements ControlRoutes {
  constructor(
    private readonly authenticator: ControlAuthenticator,
    private readonly invalidation: CacheInvalidation,
  ) {}

  async handle(request: ControlRequest): Promise<ControlAnswer | null> {
    switch (`${request.method} ${request.path}`) {
      case 'GET /me':
      case 'HEAD /me':
        return this.me(request);
      case 'POST /v1/cache/invalidate':
        return this.invalidate(request);
      default:
        return null;
    }
  }

  async invalidate(request: ControlRequest): Promise<ControlAnswer> {
    const identified = await this.authenticator.authenticate(request);
    if ('refusal' in identified) return identified.refusal;
    await this.invalidation.invalidate(identified.caller.workspaceId);
    return { status: 200, headers: identified.headers, body: { invalidated: true } };
  }

  private async me(request: ControlRequest): Promise<ControlAnswer> {
    const identified = await this.authenticator.authenticate(request);
    if ('refusal' in identified) return identified.refusal;
    const headers = { ...identified.headers, 'content-type': 'text/plain; charset=utf-8' };
    return { status: 200, headers, body: identified.caller.userId };
  }
}
