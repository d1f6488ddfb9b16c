import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { placesIn, SecretBox } from '../../../kernel/crypto/secret-box.js';
import type { Store, Tx } from '../../../kernel/database/database.js';
import { picked } from '../../../kernel/database/statements/entity-columns.js';
import { ownedBy, type TenantScope, visibleTo } from '../../../kernel/database/scope.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { ConnectionEntity } from './connection.entity.js';
import { SHOWN_CONNECTION_FIELDS, type ShownConnection } from './connection.view.js';
import type { NewCredentials } from './new-credentials.js';

const OWNED_FIELDS = [
  'id',
  'organizationId',
  'workspaceId',
  'provider',
  'label',
  'status',
] as const satisfies (keyof ConnectionEntity)[];

/** A row as writers hold it, without credentials. */
export type OwnedConnection = Pick<ConnectionEntity, (typeof OWNED_FIELDS)[number]>;

const bindingOf = placesIn(ConnectionEntity);
const NEWEST_FIRST = { connectedAt: 'DESC', id: 'DESC' } as const;

/** The rows of `connections`. Credentials go in and out of here only sealed. */
@Injectable()
export class ConnectionStore {
  constructor(private readonly box: SecretBox) {}

  /** The scope's own and, for a workspace, its organization's, newest first (03 §7). */
  visible(store: Store, scope: TenantScope, provider?: string): Promise<ShownConnection[]> {
    const only = provider === undefined ? {} : { provider };
    return store.repository(ConnectionEntity).find({
      select: picked(SHOWN_CONNECTION_FIELDS),
      where: visibleTo<ConnectionEntity>(scope).map((visible) => ({ ...visible, ...only })),
      order: NEWEST_FIRST,
    });
  }

  /** The scope's own, newest first. */
  owned(store: Store, scope: TenantScope, provider?: string): Promise<ShownConnection[]> {
    const only = provider === undefined ? {} : { provider };
    return store.repository(ConnectionEntity).find({
      select: picked(SHOWN_CONNECTION_FIELDS),
      where: { ...ownedBy<ConnectionEntity>(scope), ...only },
      order: NEWEST_FIRST,
    });
  }

  /** The scope's own with this id, locked until the transaction ends; null for every other id. */
  async lock(tx: Tx, scope: TenantScope, id: string, provider?: string): Promise<OwnedConnection | null> {
    if (!isUuid(id)) return null;
    const only = provider === undefined ? {} : { provider };
    return tx.repository(ConnectionEntity).findOne({
      select: picked(OWNED_FIELDS),
      where: { ...ownedBy<ConnectionEntity>(scope), id, ...only },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** One in use by its id: of the scope and its organization, or of every workspace of that; null for all others. */
  async connected(
    store: Store,
    scope: TenantScope,
    id: string,
    ofEveryWorkspace: boolean,
  ): Promise<Pick<ConnectionEntity, 'id' | 'provider'> | null> {
    if (!isUuid(id)) return null;
    const { organizationId } = scope;
    const owners = ofEveryWorkspace ? [{ organizationId }] : visibleTo<ConnectionEntity>(scope);
    return store.repository(ConnectionEntity).findOne({
      select: picked(['id', 'provider']),
      where: owners.map((owner) => ({ ...owner, id, status: 'connected' as const })),
    });
  }

  /** What an installation has now (03 §13.6). The connection may be gone. */
  async noteRepositories(tx: Tx, id: string, names: readonly string[]): Promise<void> {
    await tx.query(
      `UPDATE connections SET metadata = jsonb_set(coalesce(metadata, '{}'), '{repos}', $2)
       WHERE id = $1 AND metadata -> 'repos' IS DISTINCT FROM $2::jsonb`,
      [id, JSON.stringify(names)],
    );
  }

  /** All accounts of a provider in the scope, newest first, locked. */
  lockAll(tx: Tx, scope: TenantScope, provider: string): Promise<OwnedConnection[]> {
    return tx.repository(ConnectionEntity).find({
      select: picked(OWNED_FIELDS),
      where: { ...ownedBy<ConnectionEntity>(scope), provider },
      order: NEWEST_FIRST,
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Those in workspaces that a client of the organization made, by id. */
  lockMintedInWorkspaces(tx: Tx, appConfigId: string): Promise<OwnedConnection[]> {
    return tx.repository(ConnectionEntity).find({
      select: picked(OWNED_FIELDS),
      where: { appConfigId, workspaceId: Not(IsNull()) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  countMintedInWorkspaces(store: Store, appConfigId: string): Promise<number> {
    return store.repository(ConnectionEntity).countBy({ appConfigId, workspaceId: Not(IsNull()) });
  }

  count(store: Store, scope: TenantScope, provider: string): Promise<number> {
    return store.repository(ConnectionEntity).countBy({ ...ownedBy<ConnectionEntity>(scope), provider });
  }

  /** Those that are connected: the scope's own and, for a workspace, its organization's. */
  countConnected(store: Store, scope: TenantScope): Promise<number> {
    return store
      .repository(ConnectionEntity)
      .countBy(
        visibleTo<ConnectionEntity>(scope).map((visible) => ({ ...visible, status: 'connected' as const })),
      );
  }

  countOfWorkspaces(store: Store, organizationId: string): Promise<number> {
    return store.repository(ConnectionEntity).countBy({ organizationId, workspaceId: Not(IsNull()) });
  }

  /** The newest account of the provider that is at most so many seconds old; null when there is none. */
  async newerThan(
    store: Store,
    scope: TenantScope,
    provider: string,
    seconds: number,
  ): Promise<string | null> {
    const [found] = await store.query<{ id: string }>(
      `SELECT id FROM connections WHERE organization_id = $1 AND workspace_id IS NOT DISTINCT FROM $2
         AND provider = $3 AND connected_at > now() - make_interval(secs => $4)
       ORDER BY connected_at DESC, id DESC LIMIT 1`,
      [scope.organizationId, scope.workspaceId, provider, seconds],
    );
    return found?.id ?? null;
  }

  async insert(
    tx: Tx,
    { organizationId, workspaceId }: TenantScope,
    { provider, label }: { provider: string; label: string | null },
    credentials: NewCredentials,
  ): Promise<string> {
    const id = randomUUID();
    const { scopes, metadata } = credentials;
    await tx.repository(ConnectionEntity).insert({
      id,
      organizationId,
      workspaceId,
      provider,
      label,
      scopes: [...(scopes ?? [])],
      metadata: metadata as never,
      ...this.sealed(id, credentials),
    });
    return id;
  }

  /** What is not known of the new credentials stays as it was (03 §5.4.5). */
  async replace(tx: Tx, id: string, label: string | null, credentials: NewCredentials): Promise<void> {
    const { scopes, metadata } = credentials;
    await tx.repository(ConnectionEntity).update(
      { id },
      {
        label,
        status: 'connected',
        ...(scopes !== null && { scopes: [...scopes] }),
        ...(metadata !== null && { metadata: metadata as never }),
        ...this.sealed(id, credentials),
        refreshLeasedUntil: null,
        refreshNotBefore: null,
        updatedAt: () => 'now()',
      },
    );
  }

  async rename(tx: Tx, id: string, label: string): Promise<void> {
    await tx.repository(ConnectionEntity).update({ id }, { label, updatedAt: () => 'now()' });
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.repository(ConnectionEntity).delete({ id });
  }

  private sealed(id: string, { kind, values, expiresAt, appConfigId }: NewCredentials) {
    return {
      credentialKind: kind,
      credentialsCiphertext: this.box.seal(JSON.stringify(values), bindingOf(id)),
      expiresAt,
      appConfigId,
    };
  }
}
