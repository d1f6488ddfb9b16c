import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { isPerson } from '../caller.js';
import { requireRole } from '../resolve-principal.js';
import { guardedRequest } from './guarded-request.js';

/** Whether the caller's organization role reaches what the route asks for (01 §6). */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(private readonly configuration: Configuration) {}

  canActivate(context: ExecutionContext): boolean {
    const { rule, request } = guardedRequest(context);
    if (rule.public) return true;
    const { principal } = request;
    if (principal === undefined) throw new Error('The role was asked for before the scope');
    if (isPerson(principal)) requireRole(principal, rule, this.configuration.rolesEnforced);
    return true;
  }
}
