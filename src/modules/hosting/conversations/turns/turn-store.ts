import { Injectable } from '@nestjs/common';
import type { FollowUp } from '../../../../domain/agents/conversations/follow-ups.js';
import type { TurnStatus } from '../../../../domain/agents/conversations/turn-status.js';
import type { Queryable, Tx } from '../../../../kernel/database/database.js';
import { jsonSelection, selection } from '../../../../kernel/database/statements/entity-columns.js';
import { Prepared } from '../../../../kernel/database/statements/prepared-run.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AttachmentEntity } from '../attachments/attachment.entity.js';
import { type AttachmentRow, SHOWN_ATTACHMENT_FIELDS } from '../attachments/attachment.view.js';
import type { ConversationEntity, TurnSource } from '../records/conversation.entity.js';
import { TurnEntity } from '../records/turn.entity.js';

export interface NewTurn {
  status: TurnStatus;
  source: TurnSource;
  userId: string | null;
  message: string;
  followUpOfTurnId: string | null;
}

export type ShownTurn = TurnEntity & { attachments: AttachmentRow[] };

const COLUMNS = selection(TurnEntity);
const SHOWN = `${selection(TurnEntity, undefined, 't')}, coalesce((
    SELECT jsonb_agg(${jsonSelection(AttachmentEntity, SHOWN_ATTACHMENT_FIELDS, 'a')} ORDER BY a.created_at, a.id)
    FROM conversation_attachments a WHERE a.turn_id = t.id), '[]') AS attachments`;
const LIST = new Prepared(`
  SELECT ${SHOWN} FROM turns t WHERE t.conversation_id = $1
    AND ($3::uuid IS NULL OR (t.created_at, t.id) <
      (SELECT created_at, id FROM turns WHERE id = $3 AND conversation_id = $1))
  ORDER BY t.created_at DESC, t.id DESC LIMIT $2`);
const ACTIVE = `status IN ('queued', 'dispatched', 'running')`;

/** The rows of `turns`. Whoever changes one has locked its conversation. */
@Injectable()
export class TurnStore {
  /** Newest first, one more than asked for where there are more. */
  list(
    q: Queryable,
    conversationId: string,
    limit: number,
    before: string | undefined,
  ): Promise<ShownTurn[]> {
    if (before !== undefined && !isUuid(before)) return Promise.resolve([]);
    return q.query<ShownTurn>(LIST, [conversationId, limit + 1, before ?? null]);
  }

  async show(q: Queryable, id: string): Promise<ShownTurn> {
    const [row] = await q.query<ShownTurn>(`SELECT ${SHOWN} FROM turns t WHERE t.id = $1`, [id]);
    return row!;
  }

  async find(q: Queryable, id: string): Promise<TurnEntity | null> {
    if (!isUuid(id)) return null;
    const [row] = await q.query<TurnEntity>(`SELECT ${COLUMNS} FROM turns WHERE id = $1`, [id]);
    return row ?? null;
  }

  /** Kept from being handed out or renewed meanwhile: only that happens without the conversation's lock. */
  async lock(tx: Tx, id: string): Promise<TurnEntity> {
    const [row] = await tx.query<TurnEntity>(`SELECT ${COLUMNS} FROM turns WHERE id = $1 FOR UPDATE`, [id]);
    return row!;
  }

  async active(q: Queryable, conversationId: string): Promise<TurnEntity | null> {
    const [row] = await q.query<TurnEntity>(
      `SELECT ${COLUMNS} FROM turns WHERE conversation_id = $1 AND ${ACTIVE}`,
      [conversationId],
    );
    return row ?? null;
  }

  /** Oldest first. */
  waiting(q: Queryable, conversationId: string): Promise<FollowUp[]> {
    return q.query<FollowUp>(
      `SELECT t.id, t.follow_up_of_turn_id AS "targetTurnId", t.offered_to_turn_id AS "offeredToTurnId",
         EXISTS (SELECT FROM conversation_attachments a WHERE a.turn_id = t.id) AS "hasAttachments"
       FROM turns t WHERE t.conversation_id = $1 AND t.status = 'joining' ORDER BY t.created_at, t.id`,
      [conversationId],
    );
  }

  async insert(tx: Tx, { id, agentId }: ConversationEntity, turn: NewTurn): Promise<string> {
    const { status, source, userId, message, followUpOfTurnId } = turn;
    const [row] = await tx.query<{ id: string }>(
      `WITH counted AS (
         UPDATE conversations SET stored_bytes = stored_bytes + octet_length($6::text) WHERE id = $1)
       INSERT INTO turns (conversation_id, agent_id, status, source, user_id, message, follow_up_of_turn_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [id, agentId, status, source, userId, message, followUpOfTurnId],
    );
    return row!.id;
  }

  /** Into the queue, as a run of its own. */
  async promote(tx: Tx, id: string): Promise<void> {
    await tx.query(
      `UPDATE turns SET status = 'queued', queued_at = clock_timestamp(), claimable_at = now() WHERE id = $1`,
      [id],
    );
  }

  async end(
    tx: Tx,
    ids: readonly string[],
    status: Extract<TurnStatus, 'done' | 'failed' | 'aborted' | 'joined'>,
    failure: { error: string | null; code: string | null } = { error: null, code: null },
  ): Promise<void> {
    if (ids.length === 0) return;
    await tx.query(
      `UPDATE turns SET status = $2, error = $3, error_code = $4, finished_at = clock_timestamp()
       WHERE id = ANY ($1)`,
      [ids, status, failure.error, failure.code],
    );
  }

  async requestAbort(tx: Tx, id: string): Promise<void> {
    await tx.query(
      'UPDATE turns SET abort_requested_at = coalesce(abort_requested_at, now()) WHERE id = $1',
      [id],
    );
  }
}
