import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { hasRank } from '../../../kernel/access/declaration/roles.js';
import { readScopeInput } from '../../../kernel/access/declaration/access-request.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Database } from '../../../kernel/database/database.js';
import type { OrganizationScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import { connectErrors } from '../connect-flow/connect.errors.js';

/** For which organization somebody connects an app, where that is asked for; refusals are flat (03 §5.1, §8). */
@Injectable()
export class TargetOrganization {
  constructor(
    private readonly db: Database,
    private readonly configuration: Configuration,
    private readonly organizations: OrganizationsService,
  ) {}

  /**
   * The second door: an organization that is named without a workspace is what is meant (03 §5.1). A workspace key acts
   * on its own workspace, whatever is named (03 §2.1). Null: it is about a workspace.
   */
  async behindDoor(request: FastifyRequest, caller: OrganizationCaller): Promise<OrganizationScope | null> {
    const { organization, workspace } = readScopeInput(request);
    if (organization === null || workspace !== null || caller.credential === 'workspace-key') return null;
    return this.named(caller, organization);
  }

  /** The one that is named, or else the caller's own; for its administrators. */
  async named(
    caller: OrganizationCaller,
    organizationId = caller.organizationId,
  ): Promise<OrganizationScope> {
    const own = caller.organizationId === organizationId;
    const allowed = own
      ? caller.isAdmin
      : caller.credential === 'session' && (await this.isAdmin(caller, organizationId));
    if (!allowed) throw new AppError(connectErrors.organization_refused);
    return { organizationId, workspaceId: null };
  }

  private async isAdmin({ userId }: OrganizationCaller, organizationId: string): Promise<boolean> {
    const membership = await this.organizations.membership(this.db, organizationId, userId);
    if (membership?.status !== 'active') return false;
    return !this.configuration.rolesEnforced || hasRank(membership.role, 'admin');
  }
}
