import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BrowserOrigins } from '../../../kernel/access/client/browser-origins.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { redirectOrigin } from './redirect-target.js';
import { identityErrors } from './model/identity.errors.js';

/** Callback and redirect URLs stay on the page's own origin or on a trusted one (01 §11.3 rule 4). */
@Injectable()
export class RedirectRule {
  constructor(private readonly origins: BrowserOrigins) {}

  assertAllowed(target: string | undefined, request: FastifyRequest): void {
    if (target === undefined) return;
    const origin = redirectOrigin(target);
    if (origin === null || (origin !== 'relative' && !this.origins.isTrusted(origin, request))) {
      throw new AppError(identityErrors.invalid_callback_url);
    }
  }
}
