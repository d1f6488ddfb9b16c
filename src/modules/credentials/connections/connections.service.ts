import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database, type Store, type Tx } from '../../../kernel/database/database.js';
import { picked } from '../../../kernel/database/statements/entity-columns.js';
import { levelOf, type TenantScope, visibleTo, type WorkspaceScope } from '../../../kernel/database/scope.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import type { AttachableConnection } from './model/connection.js';
import { ConnectionEntity } from './connection.entity.js';
import { ConnectionStore, type OwnedConnection } from './connection-store.js';
import { ConnectionWriter } from './connection-writer.js';
import { connectionView, renamedView } from './connection.view.js';
import type { ConnectionResponse, RenamedConnectionResponse } from './dto/connection.dto.js';

const FIELDS = [
  'id',
  'workspaceId',
  'provider',
  'label',
  'status',
  'metadata',
] as const satisfies (keyof ConnectionEntity)[];

/** Connected accounts of both levels (contract 03). */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly db: Database,
    private readonly store: ConnectionStore,
    private readonly writer: ConnectionWriter,
  ) {}

  /** Newest first: the scope's own and, for a workspace, its organization's (03 §7). */
  async list(scope: TenantScope, provider?: string): Promise<ConnectionResponse[]> {
    return (await this.store.visible(this.db, scope, provider)).map(connectionView);
  }

  /** How many accounts the scope can use now: connected ones of both levels (01 §19.1). */
  countConnected(scope: TenantScope): Promise<number> {
    return this.store.countConnected(this.db, scope);
  }

  /** The first of these scopes that owns it says how it is called from now on; null when none does. */
  rename(
    scopes: readonly TenantScope[],
    by: AuditActor,
    id: string,
    label: string,
  ): Promise<RenamedConnectionResponse | null> {
    return this.db.tx(async (tx) => {
      const row = await this.lockIn(tx, scopes, id);
      if (row === null) return null;
      await this.writer.rename(tx, row, by, label);
      return renamedView({ ...row, label });
    });
  }

  /** False when none of these scopes owns it, or it is of another provider than the one named. */
  disconnect(
    scopes: readonly TenantScope[],
    by: AuditActor,
    id: string,
    provider?: string,
  ): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const row = await this.lockIn(tx, scopes, id, provider);
      if (row !== null) await this.writer.remove(tx, row, by);
      return row !== null;
    });
  }

  private async lockIn(
    tx: Tx,
    scopes: readonly TenantScope[],
    id: string,
    provider?: string,
  ): Promise<OwnedConnection | null> {
    for (const scope of scopes) {
      const row = await this.store.lock(tx, scope, id, provider);
      if (row !== null) return row;
    }
    return null;
  }

  /** What can be granted in a workspace, newest first: its own connections and the organization's (02 §5.1). */
  async attachPool(store: Store, scope: WorkspaceScope): Promise<AttachableConnection[]> {
    const found = await store.repository(ConnectionEntity).find({
      select: picked(FIELDS),
      where: visibleTo<ConnectionEntity>(scope),
      order: { connectedAt: 'DESC', id: 'DESC' },
    });
    return found.map(toAttachable);
  }

  /** One the scope may see; null for every other id, also for a foreign one (02 §1.8). */
  async find(store: Store, scope: TenantScope, id: string): Promise<AttachableConnection | null> {
    if (!isUuid(id)) return null;
    const found = await store.repository(ConnectionEntity).findOne({
      select: picked(FIELDS),
      where: visibleTo<ConnectionEntity>(scope).map((visible) => ({ ...visible, id })),
    });
    return found && toAttachable(found);
  }

  /**
   * Those the scope may see with these ids, for whoever names them in rules: none of them can be deleted or renamed
   * before the transaction ends, so that no rule about a deleted one, or under an old name, can appear.
   */
  async lockShared(
    tx: Tx,
    scope: TenantScope,
    connectionIds: readonly string[],
  ): Promise<AttachableConnection[]> {
    const id = In(connectionIds.filter(isUuid));
    const found = await tx.repository(ConnectionEntity).find({
      select: picked(FIELDS),
      where: visibleTo<ConnectionEntity>(scope).map((visible) => ({ ...visible, id })),
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_read' },
    });
    return found.map(toAttachable);
  }
}

function toAttachable(connection: Pick<ConnectionEntity, (typeof FIELDS)[number]>): AttachableConnection {
  const { id, provider, label, status, metadata } = connection;
  return { id, provider, label, scope: levelOf(connection), status, metadata };
}
