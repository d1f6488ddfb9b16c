import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../kernel/database/scope.js';
import type { Queryable, Tx } from '../../kernel/database/database.js';
import { isUuid } from '../../kernel/database/uuid.js';
import type { AttachableConnection, ConnectionStatus } from './connection.js';

/** Whose connections: a workspace also sees its organization's, an organization only its own. */
export type ConnectionScope = WorkspaceScope | { organizationId: string; workspaceId: null };

interface ConnectionRow {
  id: string;
  workspace_id: string | null;
  provider: string;
  label: string | null;
  status: ConnectionStatus;
  metadata: Record<string, unknown> | null;
}

const VISIBLE = `
  SELECT id, workspace_id, provider, label, status, metadata FROM connections
  WHERE organization_id = $1 AND (workspace_id IS NULL OR workspace_id = $2)`;

/** Connected accounts of both levels (contract 03). */
@Injectable()
export class ConnectionsService {
  /** What can be granted in a workspace, newest first: its own connections and the organization's (02 §5.1). */
  async attachPool(q: Queryable, scope: WorkspaceScope): Promise<AttachableConnection[]> {
    const rows = await q.query<ConnectionRow>(`${VISIBLE} ORDER BY connected_at DESC, id DESC`, [
      scope.organizationId,
      scope.workspaceId,
    ]);
    return rows.map(toAttachable);
  }

  /** One the scope may see; null for every other id, also for a foreign one (02 §1.8). */
  async find(
    q: Queryable,
    scope: ConnectionScope,
    connectionId: string,
  ): Promise<AttachableConnection | null> {
    if (!isUuid(connectionId)) return null;
    const [row] = await q.query<ConnectionRow>(`${VISIBLE} AND id = $3`, [
      scope.organizationId,
      scope.workspaceId,
      connectionId,
    ]);
    return row === undefined ? null : toAttachable(row);
  }

  /**
   * Those the scope may see with these ids, for whoever names them in rules: none of them can be deleted or renamed
   * before the transaction ends, so that no rule about a deleted one, or under an old name, can appear.
   */
  async hold(
    tx: Tx,
    scope: ConnectionScope,
    connectionIds: readonly string[],
  ): Promise<AttachableConnection[]> {
    const rows = await tx.query<ConnectionRow>(`${VISIBLE} AND id = ANY($3::uuid[]) ORDER BY id FOR SHARE`, [
      scope.organizationId,
      scope.workspaceId,
      connectionIds.filter(isUuid),
    ]);
    return rows.map(toAttachable);
  }
}

function toAttachable({ workspace_id, ...row }: ConnectionRow): AttachableConnection {
  return { ...row, scope: workspace_id === null ? 'organization' : 'workspace' };
}
