import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { platformErrors } from '../errors/platform-errors.js';
import { accessInputOf } from './access-request.js';
import { Authenticator } from './authenticator.js';
import { readScopeInput } from './scope-input.js';

/** For handlers that wait before they answer: whoever lost their access meanwhile is refused (05 §2.8). */
@Injectable()
export class RenewedAccess {
  constructor(private readonly authenticator: Authenticator) {}

  async require(request: FastifyRequest): Promise<void> {
    const { accessRule: rule } = request;
    if (rule === undefined) throw new Error('Nobody was asked who they are');
    const input = accessInputOf(request, rule);
    const scope = readScopeInput(input);
    const authenticated = await this.authenticator.authenticate(input, rule, scope);
    if (authenticated.kind === 'session' && authenticated.session.needsSso)
      throw new AppError(platformErrors.sso_required);
    this.authenticator.resolve(authenticated, rule, scope);
  }
}
