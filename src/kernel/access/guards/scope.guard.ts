import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { describeForLog } from '../declaration/access-request.js';
import { lacksWorkspaceHeader, resolvePrincipal } from '../credentials/resolve-principal.js';
import { scopeInputOf } from '../credentials/scope-input.js';
import { AppError } from '../../errors/app-error.js';
import { enterOrganization } from '../../logging/request-context.js';
import { platformErrors } from '../../errors/platform-errors.js';
import { guardedRequest } from './guarded-request.js';

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
