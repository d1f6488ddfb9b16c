import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { organizationAudit } from '../../foundation/operator/organization.audit.js';
import { UsersService } from '../identity/users/users.service.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';

export interface DeletionOrder {
  by: AuditActor;
  /** Asked in every transaction, under the organization's lock; stops the deletion by throwing. */
  allowed: (tx: Tx) => Promise<void>;
}

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
   * All of it in the given transaction; answers its name, null when it is gone already. Nothing is audited here.
   * The workspaces go first: whoever writes in one of them refers to the organization afterwards, never before.
   */
  async deleteWithin(tx: Tx, organizationId: string): Promise<string | null> {
    if (!(await this.organizations.lockOrganization(tx, organizationId))) return null;
    await this.workspaces.deleteAllWithin(tx, organizationId);
    await this.users.deletePlaceholders(tx, organizationId);
    await this.users.reactivateAll(tx, organizationId);
    const name = await this.organizations.delete(tx, organizationId);
    await this.epochs.raise(tx, { organization: organizationId });
    return name;
  }

  /**
   * Each workspace in a transaction of its own, then the rest with what was created meanwhile; can be repeated
   * after a failure. Audited for the actor alone: the organization's own log goes with it.
   */
  async delete(organizationId: string, order: DeletionOrder): Promise<void> {
    const { by } = order;
    for (const { id: workspaceId } of await this.workspaces.allOf(this.db, organizationId)) {
      await this.whileItExists(organizationId, order, (tx) =>
        this.workspaces.deleteWithin(tx, { organizationId, workspaceId }, by),
      );
    }
    await this.whileItExists(organizationId, order, async (tx) => {
      const name = await this.deleteWithin(tx, organizationId);
      const metadata = { organizationId, name };
      await organizationAudit.record(tx, { by }, 'delete', metadata);
    });
  }

  private whileItExists(
    organizationId: string,
    { allowed }: DeletionOrder,
    work: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    return this.db.tx(async (tx) => {
      if (!(await this.organizations.lockOrganization(tx, organizationId))) return;
      await allowed(tx);
      await work(tx);
    });
  }
}
