import { type CanActivate, type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '../../config/configuration.js';
import { markDeprecated } from '../../http/response-headers.js';
import { accessInputOf, describeForLog } from '../access-request.js';
import { lacksWorkspaceHeader, readsScopeInput, resolvePrincipal } from '../resolve-principal.js';
import { readScopeInput, type ScopeInput } from '../scope-input.js';
import { AppError } from '../../errors/app-error.js';
import { platformErrors } from '../../errors/platform-errors.js';
import { guardedRequest } from './guarded-request.js';

/** Decides in which organization and workspace the caller acts (01 §5); the result is `request.principal`. */
@Injectable()
export class ScopeGuard implements CanActivate {
  private readonly log = new Logger('Access');

  constructor(private readonly configuration: Configuration) {}

  canActivate(context: ExecutionContext): boolean {
    const { rule, request, reply } = guardedRequest(context);
    if (rule.public) return true;
    const { authenticated } = request;
    if (authenticated === undefined) throw new Error('The scope was asked for before the credential');
    const input = readScopeInput(accessInputOf(request, rule));
    if (readsScopeInput(authenticated)) this.noteLegacyInput(request, reply, input);
    const { rolesEnforced, edition } = this.configuration;
    if (lacksWorkspaceHeader(authenticated, { input, rule, edition }))
      throw new AppError(platformErrors.workspace_header_missing);
    request.principal = resolvePrincipal(authenticated, { input, rule, rolesEnforced });
    request.accessLog = describeForLog(request.principal);
    return true;
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
}
