import { type CanActivate, type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '../../config/configuration.js';
import { markDeprecated } from '../../http/response-headers.js';
import { describeForLog } from '../access-request.js';
import { readsScopeInput, resolvePrincipal } from '../resolve-principal.js';
import { readScopeInput, type ScopeInput } from '../scope-input.js';
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
    const input = readScopeInput(request);
    if (readsScopeInput(authenticated)) this.noteLegacyInput(request, reply, input);
    const { rolesEnforced } = this.configuration;
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
