import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.js';
import { platformErrors } from '../../errors/platform-errors.js';
import { accessInputOf, readScopeInput } from '../declaration/access-request.js';
import { Authenticator } from '../credentials/authenticator.js';

/** For handlers that wait before they answer: whoever lost their access meanwhile is refused (05 §2.8, R64). */
@Injectable()
export class RenewedAccess {
  constructor(private readonly authenticator: Authenticator) {}

  /** When the session of the request ends by itself; null for other credentials. Throws the refusal. */
  async require(request: FastifyRequest): Promise<Date | null> {
    const { accessRule: rule } = request;
    if (rule === undefined) throw new Error('Nobody was asked who they are');
    const input = accessInputOf(request, rule);
    const scope = readScopeInput(input);
    const authenticated = await this.authenticator.authenticate(input, rule, scope);
    if (authenticated.kind === 'session' && authenticated.session.needsSso)
      throw new AppError(platformErrors.sso_required);
    this.authenticator.resolve(authenticated, rule, scope);
    return authenticated.kind === 'session' ? authenticated.session.expiresAt : null;
  }
}
