import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../kernel/database/database.js';
import { Epochs } from '../../kernel/database/epochs.js';
import type { AuditActor } from '../audit/audit-event.js';
import { UsersService } from '../identity/users.service.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';

/**
 * Takes an organization away with everything in it (01 §18.3). Each table of an organization or a workspace goes
 * by its foreign keys; what a foreign key cannot reach are the caches of the gateway, whose epochs are raised in
 * the same transaction: every key and agent token is dead on both origins when the call returns.
 */
@Injectable()
export class OrganizationDeletion {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly organizations: OrganizationsService,
    private readonly users: UsersService,
    private readonly workspaces: WorkspacesService,
  ) {}

  /**
   * All of it in the given transaction; one that is gone already is left at that. Nothing is audited here. The
   * workspaces go first: whoever writes in one of them refers to the organization afterwards, never before.
   */
  async deleteWithin(tx: Tx, organizationId: string): Promise<void> {
    if (!(await this.organizations.lockOrganization(tx, organizationId))) return;
    await this.workspaces.deleteAllWithin(tx, organizationId);
    await this.users.deletePlaceholders(tx, organizationId);
    await this.organizations.delete(tx, organizationId);
    await this.epochs.raise(tx, { organization: organizationId });
  }

  /**
   * Each workspace in a transaction of its own, then the rest with what was created meanwhile; can be repeated
   * after a failure. `allowed` is asked in each of them, under the organization's lock, and stops the deletion by
   * throwing; `last` runs with the final one.
   */
  async delete(
    organizationId: string,
    order: { by: AuditActor; allowed: (tx: Tx) => Promise<void>; last: (tx: Tx) => Promise<void> },
  ): Promise<void> {
    for (const workspaceId of await this.workspaces.idsOf(this.db, organizationId)) {
      await this.whileItExists(organizationId, order.allowed, (tx) =>
        this.workspaces.deleteWithin(tx, { organizationId, workspaceId }, order.by),
      );
    }
    await this.whileItExists(organizationId, order.allowed, async (tx) => {
      await this.deleteWithin(tx, organizationId);
      await order.last(tx);
    });
  }

  private whileItExists(
    organizationId: string,
    allowed: (tx: Tx) => Promise<void>,
    work: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    return this.db.tx(async (tx) => {
      if (!(await this.organizations.lockOrganization(tx, organizationId))) return;
      await allowed(tx);
      await work(tx);
    });
  }
}
