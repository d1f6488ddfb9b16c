import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { epochOf, type TenantScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../foundation/audit/audited.js';
import type { AuditAction } from '../../foundation/audit/model/audit-vocabulary.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { BlocklistsService } from '../blocklists/blocklists.service.js';
import { identityOf, sameLabel } from './model/account-label.js';
import { connectionErrors } from './connection.errors.js';
import { ConnectionStore, type OwnedConnection } from './connection-store.js';
import type { Account, NewCredentials, SavedConnection } from './new-credentials.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';

const connectionAudit = declareAudited('app-connection');

/** The one way in which connections come, change and go; each raises the epoch of its scope. */
@Injectable()
export class ConnectionWriter {
  constructor(
    private readonly store: ConnectionStore,
    private readonly catalog: AppCatalog,
    private readonly policySets: PolicySetsService,
    private readonly blocklists: BlocklistsService,
    private readonly editions: EditionsService,
    private readonly limits: OrganizationLimits,
    private readonly epochs: Epochs,
  ) {}

  /**
   * Creates the account, or puts new credentials into the one it is (03 §5.4). Connects of one app in one scope wait
   * for each other, so that two of one account give one connection. Throws 404 for a named one that is not there.
   */
  async save(
    tx: Tx,
    scope: TenantScope,
    by: AuditActor,
    { account, credentials }: { account: Account; credentials: NewCredentials },
  ): Promise<SavedConnection> {
    const { provider } = account;
    const { organizationId, workspaceId } = scope;
    await tx.lock(`connect:${organizationId}:${workspaceId ?? ''}:${provider}`);
    const identity = identityOf(credentials.metadata);
    const label = account.label ?? identity;
    const known = await this.find(tx, scope, account, label);
    const saved =
      known === null
        ? await this.create(tx, scope, { provider, label }, credentials)
        : await this.reconnect(tx, scope, known, { label: label ?? known.label, credentials });
    await this.blocklists.connected(tx, scope, provider);
    await this.announce(tx, scope, by, known === null ? 'create' : 'update', { ...saved, provider });
    return saved;
  }

  async rename(tx: Tx, row: OwnedConnection, by: AuditActor, label: string): Promise<void> {
    const scope = scopeOf(row);
    await this.store.rename(tx, row.id, label);
    await this.followName(tx, scope, row, label);
    await this.announce(tx, scope, by, 'update', row);
  }

  /** With grants, rule targets and, for the last one of its app, the hosts it closed (03 §7). The row is locked. */
  async remove(tx: Tx, row: OwnedConnection, by: AuditActor): Promise<void> {
    const scope = scopeOf(row);
    await this.store.delete(tx, row.id);
    const last = (await this.store.count(tx, scope, row.provider)) === 0;
    // Rule sets are locked in one order, the organization's first.
    if (last && scope.workspaceId === null) await this.blocklists.disconnected(tx, scope, row.provider);
    await this.policySets.removeConnection(tx, scope.organizationId, row.id);
    if (last && scope.workspaceId !== null) await this.blocklists.disconnected(tx, scope, row.provider);
    await this.announce(tx, scope, by, 'disconnect', row);
  }

  private async find(
    tx: Tx,
    scope: TenantScope,
    { provider, connectionId, withoutIdentity }: Account,
    label: string | null,
  ): Promise<OwnedConnection | null> {
    if (connectionId !== null) {
      const named = await this.store.lock(tx, scope, connectionId, provider);
      if (named === null) throw new AppError(connectionErrors.shared_connection_not_found);
      return named;
    }
    if (label === null && withoutIdentity === 'new') return null;
    const accounts = await this.store.lockAll(tx, scope, provider);
    const same = label === null ? accounts : accounts.filter((one) => sameLabel(one.label ?? '', label));
    return same[0] ?? null;
  }

  private async create(
    tx: Tx,
    scope: TenantScope,
    named: { provider: string; label: string | null },
    credentials: NewCredentials,
  ): Promise<SavedConnection> {
    const { organizationId, workspaceId } = scope;
    if (workspaceId !== null)
      await this.editions.requireRoom(tx, organizationId, 'workspace_connections', () =>
        this.store.countOfWorkspaces(tx, organizationId),
      );
    await this.limits.requireRoom(tx, 'connections', organizationId);
    const id = await this.store.insert(tx, scope, named, credentials);
    return { id, label: named.label, created: true };
  }

  private async reconnect(
    tx: Tx,
    scope: TenantScope,
    row: OwnedConnection,
    { label, credentials }: { label: string | null; credentials: NewCredentials },
  ): Promise<SavedConnection> {
    await this.store.replace(tx, row.id, label, credentials);
    await this.followName(tx, scope, row, label);
    return { id: row.id, label, created: false };
  }

  /** Grants are called after what they are about. */
  private async followName(
    tx: Tx,
    { organizationId }: TenantScope,
    { id, provider, label }: OwnedConnection,
    next: string | null,
  ): Promise<void> {
    const nameOf = (given: string | null): string => given ?? this.catalog.nameOf(provider);
    const [from, to] = [nameOf(label), nameOf(next)];
    if (from !== to) await this.policySets.renameConnection(tx, organizationId, { id, from, to });
  }

  private async announce(
    tx: Tx,
    scope: TenantScope,
    by: AuditActor,
    action: AuditAction,
    { id, provider }: { id: string; provider: string },
  ): Promise<void> {
    const { organizationId, workspaceId } = scope;
    const metadata = { provider, connectionId: id, ...(workspaceId === null && { scope: 'organization' }) };
    await connectionAudit.record(tx, { organizationId, workspaceId, by }, action, metadata);
    await this.epochs.raise(tx, epochOf(scope));
  }
}

function scopeOf({ organizationId, workspaceId }: OwnedConnection): TenantScope {
  return workspaceId === null ? { organizationId, workspaceId } : { organizationId, workspaceId };
}
