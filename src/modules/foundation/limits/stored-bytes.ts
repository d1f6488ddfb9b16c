import { Injectable } from '@nestjs/common';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { limitReached } from '../../../kernel/errors/limit-reached.js';
import { MEASURED } from './limited-kinds.js';
import { OrganizationLimits, organizationOf, RememberedMeasures } from './organization-limits.js';

const THREADS = `conversations c JOIN workspaces w ON w.id = c.workspace_id WHERE w.organization_id = $1`;
const FILES = `conversation_attachments f, ${THREADS} AND f.conversation_id = c.id AND f.content IS NOT NULL`;
const MEMORIES = `agent_memories m JOIN agents a ON a.id = m.agent_id`;

/** Of texts their length, of JSON what it occupies: neither has to be read for it. */
const STORED = `SELECT
  (SELECT coalesce(sum(c.stored_bytes), 0) FROM ${THREADS})
  + (SELECT coalesce(sum(f.size_bytes), 0) FROM ${FILES})
  + (SELECT coalesce(sum(octet_length(s.content) + pg_column_size(s.files)), 0) FROM skills s
     WHERE s.organization_id = $1)
  + (SELECT coalesce(sum(octet_length(m.content)), 0) FROM ${MEMORIES} WHERE a.organization_id = $1)
  + (SELECT coalesce(sum(octet_length(r.content)), 0) FROM ${MEMORIES}
     JOIN agent_memory_revisions r ON r.memory_id = m.id WHERE a.organization_id = $1) AS bytes`;

const PENDING = `SELECT coalesce(sum(f.size_bytes), 0) AS bytes
  FROM conversation_attachments f JOIN conversations c ON c.id = f.conversation_id
  WHERE f.status = 'pending' AND c.workspace_id = $1`;

const PENDING_MOST = `SELECT coalesce(max(bytes), 0) AS bytes FROM (
  SELECT sum(f.size_bytes) AS bytes FROM conversation_attachments f, ${THREADS} AND f.conversation_id = c.id
    AND f.status = 'pending' GROUP BY c.workspace_id) AS each`;

const MAX_REUSED_MS = 60_000;
/** From this part of the limit on it is measured every time, and those who store wait for each other. */
const NEAR = 0.9;

/** How many bytes one organization stores, and one workspace keeps for messages to come (R65). */
@Injectable()
export class StoredBytes {
  private readonly measured = new RememberedMeasures(MAX_REUSED_MS);

  constructor(private readonly limits: OrganizationLimits) {}

  /** So many more bytes have to fit into what the organization may store. */
  async requireRoom(tx: Tx, organizationId: string, more: number): Promise<void> {
    const setting = MEASURED.stored_bytes;
    if (!(await this.hasRoom(tx, organizationId, more)))
      throw limitReached(setting, 'stored_bytes', this.limits.of(setting)!);
  }

  /** Of the organization that a workspace belongs to, for what nobody can be refused. */
  async hasRoomAt(tx: Tx, workspaceId: string, more: number): Promise<boolean> {
    if (this.limits.of(MEASURED.stored_bytes) === null) return true;
    return this.hasRoom(tx, await organizationOf(tx, workspaceId), more);
  }

  /** The same of what waits in the workspace for a message. */
  async requirePendingRoom(tx: Tx, workspaceId: string, more: number): Promise<void> {
    const setting = MEASURED.pending_bytes;
    const most = this.limits.of(setting);
    if (most === null) return;
    await tx.lock(`limit:pending_bytes:${workspaceId}`);
    if ((await bytesOf(tx, PENDING, workspaceId)) + more > most)
      throw limitReached(setting, 'pending_bytes', most);
  }

  /** Measured now. */
  measure(q: Queryable, organizationId: string): Promise<number> {
    return bytesOf(q, STORED, organizationId);
  }

  /** Of the workspace that has most. */
  pendingMost(q: Queryable, organizationId: string): Promise<number> {
    return bytesOf(q, PENDING_MOST, organizationId);
  }

  private async hasRoom(tx: Tx, organizationId: string, more: number): Promise<boolean> {
    const most = this.limits.of(MEASURED.stored_bytes);
    if (most === null || more <= 0 || (await this.isFar(tx, organizationId, more, most * NEAR))) return true;
    await tx.lock(`limit:stored_bytes:${organizationId}`);
    return (await this.measure(tx, organizationId)) + more <= most;
  }

  private async isFar(q: Queryable, organizationId: string, more: number, near: number): Promise<boolean> {
    const stored = await this.measured.of(organizationId, () => this.measure(q, organizationId));
    if (stored.value + more > near) return false;
    stored.value += more;
    return true;
  }
}

async function bytesOf(q: Queryable, sql: string, id: string): Promise<number> {
  const [row] = await q.query<{ bytes: string }>(sql, [id]);
  return Number(row!.bytes);
}
