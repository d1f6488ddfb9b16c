import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { SessionPolicy } from '../../../domain/decision/policy/model.js';
import {
  effectiveScope,
  entriesOutside,
  readStoredScope,
} from '../../../domain/decision/resource-scopes/effective-scope.js';
import { scopeMisfit } from '../../../domain/decision/resource-scopes/scope-fit.js';
import { organizationScope, type WorkspaceScope } from '../../../kernel/database/scope.js';
import type { Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type { AttachableConnection } from '../../credentials/connections/model/connection.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { WorkspacesService } from '../../people/workspaces/workspaces.service.js';
import { grantErrors } from './grant.errors.js';

/** Whether a grant may carry these resources (02 §14.1, §14.4, §17). Asked only when they are written. */
@Injectable()
export class GrantResources {
  constructor(
    private readonly catalog: AppCatalog,
    private readonly editions: EditionsService,
    private readonly policySets: PolicySetsService,
    private readonly workspaces: WorkspacesService,
  ) {}

  /** `stored` is what the grant has now: keeping it needs neither licence nor plan. */
  async require(
    tx: Tx,
    scope: WorkspaceScope,
    grant: { agentId: string; connection: AttachableConnection; stored: SessionPolicy | null },
    wanted: SessionPolicy,
  ): Promise<void> {
    this.requireFit(grant.connection, wanted);
    if (!isDeepStrictEqual(wanted, grant.stored)) {
      this.editions.requireLicence('granular_access');
      await this.editions.requirePlan(tx, scope.organizationId, 'resource_scopes');
    }
    await this.requireInsideBoundary(tx, scope, grant, wanted);
  }

  /** The axis must be the app's; repositories must be known on the installation (02 §14.1.3). */
  private requireFit({ provider, metadata }: AttachableConnection, wanted: SessionPolicy): void {
    const misfit = scopeMisfit(wanted, {
      appName: this.catalog.nameOf(provider),
      axis: this.catalog.find(provider)?.resources?.key ?? null,
      metadata,
    });
    if (misfit !== null) throw new AppError(grantErrors.grant_resources_unfit, { message: misfit });
  }

  /** A boundary that is narrowed later rewrites no grant; then the intersection is what is enforced. */
  private async requireInsideBoundary(
    tx: Tx,
    scope: WorkspaceScope,
    { agentId, connection }: { agentId: string; connection: AttachableConnection },
    wanted: SessionPolicy,
  ): Promise<void> {
    const organization = await this.policySets.liveRules(tx, organizationScope(scope));
    const principals = await this.workspaces.principals(tx, scope);
    const agent = { id: agentId, ...principals };
    const boundary = effectiveScope({ organization, workspace: [] }, agent, connection.id);
    const outside = boundary === null ? [] : entriesOutside(readStoredScope(wanted), boundary);
    if (outside.length === 0) return;
    const message = `Outside what the organization allows on this connection: ${outside.join(', ')}`;
    throw new AppError(grantErrors.grant_resources_outside_boundary, { message });
  }
}
