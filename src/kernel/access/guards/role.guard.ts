import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { isPerson } from '../declaration/caller.js';
import { requirePartnerRole, requireRole } from '../credentials/resolve-principal.js';
import { guardedRequest } from './guarded-request.js';

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
