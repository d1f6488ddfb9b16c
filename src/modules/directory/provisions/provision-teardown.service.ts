import { Injectable, Logger } from '@nestjs/common';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { actingPerson, type AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import type { AccountClaim } from '../../people/identity/accounts/account-claims.js';
import { UsersService } from '../../people/identity/users/users.service.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import { PrincipalRemovals } from '../../people/organizations/principal-removals.js';
import { WorkspacesService } from '../../people/workspaces/workspaces.service.js';
import { provisionAudit } from './provision.audit.js';
import { type Provision, ProvisionStore } from './provision-store.js';

const BY_TIME = actingPerson(null, null, 'system');

/** Takes an account that nobody claimed away again, with all it came with (05 §11.2, §11.6). */
@Injectable()
export class ProvisionTeardown {
  private readonly log = new Logger(ProvisionTeardown.name);

  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly store: ProvisionStore,
    private readonly organizations: OrganizationsService,
    private readonly workspaces: WorkspacesService,
    private readonly users: UsersService,
    private readonly policySets: PolicySetsService,
    private readonly removals: PrincipalRemovals,
  ) {}

  /** Workspace, key, membership and the placeholder itself. The organization is locked. */
  async tearDown(tx: Tx, provision: Provision, by: AuditActor): Promise<void> {
    const { id: provisionId, organizationId, workspaceId, userId, role } = provision;
    if (workspaceId !== null) await this.workspaces.deleteWithin(tx, { organizationId, workspaceId }, by);
    await this.erasePlaceholder(tx, provision);
    const metadata = {
      provisionId,
      userId,
      workspaceId,
      role,
      ...(provision.overdue && { reason: 'expired' }),
    };
    await provisionAudit.record(tx, { organizationId, by }, 'delete', metadata);
  }

  /** Nobody refers to it afterwards, and the provision goes with it. */
  async erasePlaceholder(tx: Tx, { organizationId, userId }: Provision): Promise<void> {
    await this.users.delete(tx, userId);
    await this.policySets.removeUser(tx, organizationId, userId);
    await this.removals.announce(tx, { organizationId, type: 'user', id: userId });
    await this.epochs.raise(tx, { organization: organizationId });
  }

  /** Of organizations whose only member turned out to be somebody else; they are locked. */
  async withdrawAll(tx: Tx, { user, organizationIds }: AccountClaim): Promise<void> {
    const by = actingPerson(user.id, user.email, 'system');
    for (const organizationId of organizationIds)
      for (const provision of await this.store.pending(tx, organizationId))
        await this.tearDown(tx, provision, by);
  }

  /** Of an organization that is locked. */
  async reapWithin(tx: Tx, organizationId: string): Promise<void> {
    for (const provision of await this.store.overdue(tx, organizationId))
      await this.tearDown(tx, provision, BY_TIME);
  }

  /** Each in a transaction of its own: one that cannot be torn down does not keep the others (05 §11.6). */
  async reap(organizationId: string | null): Promise<void> {
    for (const { id, organizationId: of } of await this.store.overdue(this.db, organizationId)) {
      try {
        await this.db.tx((tx) => this.reapOne(tx, of, id));
      } catch (error) {
        this.log.error({ err: error, provisionId: id }, 'expired provision could not be deleted');
      }
    }
  }

  private async reapOne(tx: Tx, organizationId: string, id: string): Promise<void> {
    if (!(await this.organizations.lockOrganization(tx, organizationId))) return;
    const provision = await this.store.find(tx, organizationId, id);
    if (provision?.overdue === true) await this.tearDown(tx, provision, BY_TIME);
  }
}
