import { type CanActivate, type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '../config/configuration.js';
import { AppError } from '../errors/app-error.js';
import { markDeprecated } from '../http/response-headers.js';
import { accessOf, type AccessRule, type PublicRule } from './access.decorator.js';
import { describeForLog } from './access-request.js';
import { Authenticator } from './authenticator.js';
import { bearerOf, isKey } from './bearer.js';
import { BrowserOrigins } from './browser-origins.js';
import { isPerson, type Principal } from './caller.js';
import type { Authenticated } from './credential-verifiers.js';
import { isForeignWrite } from './cross-site.js';
import { readsScopeInput, requireRole } from './resolve-principal.js';
import { readScopeInput, type ScopeInput } from './scope-input.js';
import { Sessions } from './sessions.js';
import { isAuthSurface, type SurfaceErrors, surfaceErrors } from './surface-errors.js';
import { ThrottleStep } from './throttle-step.js';

/**
 * The only guard of the management API. Its steps stand in the order of ADR 4, and every refusal is
 * thrown by the first step that has a reason. A handler without a rule is refused: the guard fails closed.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly log = new Logger('Access');

  constructor(
    private readonly configuration: Configuration,
    private readonly authenticator: Authenticator,
    private readonly sessions: Sessions,
    private readonly throttle: ThrottleStep,
    private readonly origins: BrowserOrigins,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = accessOf(context.getHandler(), context.getClass());
    if (rule === undefined || context.getType() !== 'http')
      throw new Error('A handler without an access rule was called');
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.accessLog = { orgId: null, credential: 'none', keyId: null };
    this.requireEdition(rule);
    this.refuseForeignAuthWrite(request);
    await this.throttle.count(context, 'before-authentication');
    if (rule.public) return true;
    await this.identify(request, context.switchToHttp().getResponse<FastifyReply>(), rule);
    await this.throttle.count(context, 'after-authentication');
    return true;
  }

  private async identify(request: FastifyRequest, reply: FastifyReply, rule: AccessRule): Promise<void> {
    this.refuseKeyWhereSessionOnly(request, rule);
    const input = readScopeInput(request);
    const authenticated = await this.authenticate(request, rule, input);
    if (authenticated.kind === 'session') await this.acceptSession(authenticated, request, reply, rule);
    if (readsScopeInput(authenticated)) this.noteLegacyInput(request, reply, input);
    const principal = this.authenticator.resolve(authenticated, rule, input);
    this.requireRole(principal, rule);
    request.principal = principal;
    request.accessLog = describeForLog(principal);
  }

  /** Before anything else and without a look at the database (05 §1.1.3). */
  private requireEdition(rule: AccessRule | PublicRule): void {
    if (rule.edition !== 'enterprise' || this.configuration.entitled) return;
    const message = rule.feature && `${rule.feature} needs an Enterprise license.`;
    throw new AppError('enterprise_license_required', { message });
  }

  /**
   * On `/auth/*` whoever calls: signing somebody in is what a foreign page would forge (01 §11.3 rule 2).
   * Before the counters, or that page could lock the person out by exhausting them.
   */
  private refuseForeignAuthWrite(request: FastifyRequest): void {
    if (isAuthSurface(request) && isForeignWrite(request, this.origins)) throw new AppError('invalid_origin');
  }

  private refuseKeyWhereSessionOnly(request: FastifyRequest, rule: AccessRule): void {
    if (!rule.sessionOnly || !isKey(bearerOf(request) ?? '')) return;
    throw new AppError(surfaceErrors(request).keyRefused);
  }

  private async authenticate(
    request: FastifyRequest,
    rule: AccessRule,
    input: ScopeInput,
  ): Promise<Authenticated> {
    try {
      return await this.authenticator.authenticate(request, rule, input);
    } catch (error) {
      const unknown = error instanceof AppError && error.code === 'invalid_credentials';
      throw unknown ? new AppError(refusalsOf(request, rule).unauthenticated, { cause: error }) : error;
    }
  }

  /** A cookie is sent by the browser, not by the page: it proves nothing about who made the request (01 §22.2). */
  private async acceptSession(
    { session }: Authenticated & { kind: 'session' },
    request: FastifyRequest,
    reply: FastifyReply,
    rule: AccessRule,
  ): Promise<void> {
    const byCookie = session.stored !== null;
    if ((byCookie || rule.dashboardOnly) && isForeignWrite(request, this.origins))
      throw new AppError(refusalsOf(request, rule).foreignOrigin);
    await this.sessions.requireAllowed(session);
    await this.sessions.slide(session, reply);
  }

  private noteLegacyInput(
    request: FastifyRequest,
    reply: FastifyReply,
    { deprecatedSurface }: ScopeInput,
  ): void {
    if (deprecatedSurface === null) return;
    markDeprecated(reply, this.configuration);
    this.log.warn({ requestId: request.id, deprecatedSurface }, 'a deprecated input was used');
  }

  private requireRole(principal: Principal, rule: AccessRule): void {
    if (isPerson(principal)) requireRole(principal, rule, this.configuration.rolesEnforced);
  }
}

function refusalsOf(request: FastifyRequest, rule: AccessRule): SurfaceErrors {
  return { ...surfaceErrors(request), ...rule.refusals };
}
