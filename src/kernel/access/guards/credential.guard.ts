import { type CanActivate, type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '../../config/configuration.js';
import { AppError } from '../../errors/app-error.js';
import { markDeprecated } from '../../routes/origins.js';
import type { AccessRule } from '../declaration/access.decorator.js';
import { Authenticator } from '../credentials/authenticator.js';
import { accessInputOf, bearerOf, isKey, isPartnerKey, scopeInputOf } from '../declaration/access-request.js';
import { BrowserOrigins } from '../client/browser-origins.js';
import type { Authenticated } from '../credentials/credential-verifiers.js';
import { isForeignWrite } from '../client/cross-site.js';
import { readsScopeInput } from '../credentials/resolve-principal.js';
import type { ActiveSession } from '../queries/active-session.js';
import { Sessions } from '../sessions/sessions.js';
import { type SurfaceErrors, surfaceErrors } from '../declaration/surface-errors.js';
import { guardedRequest } from './access.guards.js';
import { platformErrors } from '../../errors/platform-errors.js';

/** Finds out who calls (01 §4) and leaves it in `request.authenticated`; public routes ask nobody. */
@Injectable()
export class CredentialGuard implements CanActivate {
  private readonly log = new Logger('Access');

  constructor(
    private readonly configuration: Configuration,
    private readonly authenticator: Authenticator,
    private readonly sessions: Sessions,
    private readonly origins: BrowserOrigins,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { rule, request, reply } = guardedRequest(context);
    if (rule.public) return true;
    this.refuseKeyWhereSessionOnly(request, rule);
    const authenticated = await this.authenticate(request, rule);
    if (readsScopeInput(authenticated, rule)) this.noteLegacyInput(request, reply, rule);
    if (authenticated.kind === 'session') await this.accept(authenticated.session, request, reply, rule);
    request.authenticated = authenticated;
    request.accessRule = rule;
    return true;
  }

  private refuseKeyWhereSessionOnly(request: FastifyRequest, rule: AccessRule): void {
    const bearer = bearerOf(request) ?? '';
    if (!rule.sessionOnly || !isKey(bearer)) return;
    const { keyRefused, unauthenticated } = surfaceErrors(request);
    // Outside its own paths a partner's key is unknown, also where other keys are refused by name (01 §4.3, R37.6).
    throw new AppError(isPartnerKey(bearer) ? unauthenticated : keyRefused);
  }

  private async authenticate(request: FastifyRequest, rule: AccessRule): Promise<Authenticated> {
    const input = accessInputOf(request, rule);
    try {
      return await this.authenticator.authenticate(input, rule, scopeInputOf(request, rule));
    } catch (error) {
      const unknown = error instanceof AppError && error.definition === platformErrors.invalid_credentials;
      throw unknown ? new AppError(refusalsOf(request, rule).unauthenticated, { cause: error }) : error;
    }
  }

  /** Before anything can refuse the caller: refusals tell it too (01 §5.4). */
  private noteLegacyInput(request: FastifyRequest, reply: FastifyReply, rule: AccessRule): void {
    const { deprecatedSurface } = scopeInputOf(request, rule);
    if (deprecatedSurface === null) return;
    markDeprecated(reply, this.configuration);
    this.log.warn({ requestId: request.id, deprecatedSurface }, 'deprecated input was used');
  }

  /** A cookie is sent by the browser, not by the page: it proves nothing about who made the request (01 §22.2). */
  private async accept(
    session: ActiveSession,
    request: FastifyRequest,
    reply: FastifyReply,
    rule: AccessRule,
  ): Promise<void> {
    const byCookie = session.stored !== null;
    if ((byCookie || rule.dashboardOnly) && isForeignWrite(request, this.origins))
      throw new AppError(refusalsOf(request, rule).foreignOrigin);
    // A partner's portal is no organization's (07 A2.8).
    if (session.needsSso && rule.level !== 'partner') throw new AppError(platformErrors.sso_required);
    await this.sessions.slide(session, reply);
  }
}

function refusalsOf(request: FastifyRequest, rule: AccessRule): SurfaceErrors {
  return { ...surfaceErrors(request), ...rule.refusals };
}
