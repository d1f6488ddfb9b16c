import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { WorkspacesService } from './workspaces.service.js';

/**
 * Refuses before the body is validated (01 §16.4: "permission is checked before the body"). The service checks
 * again inside its transaction; this one only fixes the order of the answers.
 */
@Injectable()
export class ManageableWorkspaceGuard implements CanActivate {
  constructor(
    private readonly db: Database,
    private readonly workspaces: WorkspacesService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: { workspaceId: string } }>>();
    const caller = request.principal as OrganizationCaller;
    await this.workspaces.assertManageable(this.db, caller, request.params.workspaceId);
    return true;
  }
}
