import { type ExecutionContext, type CanActivate, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '../../config/configuration.js';
import { AppError } from '../../errors/app-error.js';
import { platformErrors } from '../../errors/platform-errors.js';
import { enterOrganization } from '../../logging/request-context.js';
import { accessOf, type RouteAccess } from '../declaration/access.decorator.js';
import { LicenceExceptions } from '../declaration/licence-exceptions.js';
import { BrowserOrigins } from '../client/browser-origins.js';
import { isForeignWrite } from '../client/cross-site.js';
import { pathSurface } from '../declaration/surface-errors.js';
import { scopeInputOf, describeForLog } from '../declaration/access-request.js';
import {
  lacksWorkspaceHeader,
  resolvePrincipal,
  requirePartnerRole,
  requireRole,
} from '../credentials/resolve-principal.js';
import { isPerson } from '../declaration/caller.js';

/** What every guard of the chain works with. */
export interface GuardedRequest {
  rule: RouteAccess;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Declared {
  readonly handler: object;
  readonly controller: object;
  readonly guarded: GuardedRequest;
}

/** Of requests on their way through the chain, so that the first guard alone reads the declaration. */
const declared = new WeakMap<FastifyRequest, Declared>();

/** Throws for a handler about which nobody said who may call it: each guard fails closed by itself. */
export function guardedRequest(context: ExecutionContext): GuardedRequest {
  const [handler, controller] = [context.getHandler(), context.getClass()];
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const known = declared.get(request);
  if (known?.handler === handler && known.controller === controller) return known.guarded;
  const rule = accessOf(handler, controller);
  if (rule === undefined || context.getType() !== 'http')
    throw new Error('A handler without an access rule was called');
  const guarded = { rule, request, reply: http.getResponse<FastifyReply>() };
  declared.set(request, { handler, controller, guarded });
  return guarded;
}

/** Refuses what needs a licence, before anything else and without a look at the database (05 §1.1.3). */
@Injectable()
export class EnterpriseGuard implements CanActivate {
  constructor(private readonly configuration: Configuration) {}

  canActivate(context: ExecutionContext): boolean {
    const { rule } = guardedRequest(context);
    if (rule.edition !== 'enterprise' || this.configuration.entitled) return true;
    if (!rule.public && (rule.licensedByHandler || rule.licenceException)) return true;
    throw unlicensed(rule);
  }
}

/**
 * The same where a route has an exception: that takes a look at the database, so requests are counted before it, and
 * nobody is asked who they are (05 §11.4).
 */
@Injectable()
export class LicenceExceptionGuard implements CanActivate {
  constructor(
    private readonly configuration: Configuration,
    private readonly exceptions: LicenceExceptions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { rule, request } = guardedRequest(context);
    if (this.configuration.entitled || rule.public || rule.licenceException === undefined) return true;
    if (await this.exceptions.holds(rule.licenceException, request.body)) return true;
    throw unlicensed(rule);
  }
}

function unlicensed({ feature }: RouteAccess): AppError {
  const message = feature && `${feature} requires an Enterprise license.`;
  return new AppError(platformErrors.enterprise_license_required, { message });
}

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

/** Decides in which organization and workspace the caller acts (01 §5); the result is `request.principal`. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly configuration: Configuration) {}

  canActivate(context: ExecutionContext): boolean {
    const { rule, request } = guardedRequest(context);
    if (rule.public) return true;
    const { authenticated } = request;
    if (authenticated === undefined) throw new Error('The scope was asked for before the credential');
    const input = scopeInputOf(request, rule);
    const { rolesEnforced, edition } = this.configuration;
    if (lacksWorkspaceHeader(authenticated, { input, rule, edition }))
      throw new AppError(platformErrors.workspace_header_missing);
    request.principal = resolvePrincipal(authenticated, { input, rule, rolesEnforced });
    request.accessLog = describeForLog(request.principal);
    if (request.accessLog.orgId !== null) enterOrganization(request.accessLog.orgId);
    return true;
  }
}

/** Whether the caller's role in organization or partner reaches what the route asks for (01 §6, 07 A2). */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(private readonly configuration: Configuration) {}

  canActivate(context: ExecutionContext): boolean {
    const { rule, request } = guardedRequest(context);
    if (rule.public) return true;
    const { principal } = request;
    if (principal === undefined) throw new Error('The role was asked for before the scope');
    if (isPerson(principal)) requireRole(principal, rule, this.configuration.rolesEnforced);
    else if ('partnerId' in principal) requirePartnerRole(principal, rule);
    return true;
  }
}
