import { Catch, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../../../kernel/errors/app-error.js';
import { ErrorFilter } from '../../../../../kernel/http/server/error.filter.js';
import { platformErrors } from '../../../../../kernel/errors/platform-errors.js';
import { LoginPage } from './login-page.js';
import { type SsoRefusalCode, SsoRefused } from './sso-refused.js';

/**
 * For endpoints that a browser navigates to: whoever is refused lands on the login page with a code (05 §8.6), and why
 * stands in the log under the id of the request. Everything else is answered as elsewhere.
 */
@Catch()
@Injectable()
export class SsoRefusals extends ErrorFilter {
  private readonly log = new Logger('SingleSignOn');

  constructor(private readonly page: LoginPage) {
    super();
  }

  override answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const code = codeOf(thrown);
    if (code === null) return super.answer(thrown, request, reply);
    const reason = thrown instanceof SsoRefused ? thrown.message : undefined;
    this.log.log({ requestId: request.id, code, reason, cause: causeOf(thrown) }, 'sign-in was refused');
    if (thrown instanceof AppError) void reply.headers(thrown.headers ?? {});
    void reply
      .code(302)
      .headers({ location: this.page.failTo(request, code), 'cache-control': 'no-store' })
      .send();
  }
}

function codeOf(thrown: unknown): SsoRefusalCode | null {
  if (thrown instanceof SsoRefused) return thrown.code;
  const throttled = thrown instanceof AppError && thrown.definition === platformErrors.throttled;
  return throttled ? 'sso_throttled' : null;
}

/** Only names: what else is inside may quote the provider's answer, which may hold tokens. */
function causeOf(thrown: unknown): { name?: string; code?: string } | undefined {
  if (!(thrown instanceof Error) || !(thrown.cause instanceof Error)) return undefined;
  const { name, code } = thrown.cause as Error & { code?: string };
  return { name, code };
}
