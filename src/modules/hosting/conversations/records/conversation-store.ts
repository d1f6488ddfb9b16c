import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../../kernel/access/declaration/caller.js';
import type { Queryable, Tx } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import { Prepared } from '../../../../kernel/database/statements/prepared-run.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { conversationErrors } from './conversation.errors.js';
import { ConversationEntity, type TurnSource } from './conversation.entity.js';
import { OrganizationLimits } from '../../../foundation/limits/organization-limits.js';

/** Whose eyes a conversation is looked at with: everything names the workspace and the person (04 §2.2.1). */
export type ConversationViewer = Pick<WorkspaceCaller, 'organizationId' | 'workspaceId' | 'userId'>;

export interface NewConversation {
  workspaceId: string;
  agentId: string;
  source: TurnSource;
  externalRef: string | null;
  title: string | null;
}

export interface ConversationFilter {
  agentId: string | undefined;
  before: string | undefined;
  limit: number;
}

const COLUMNS = selection(ConversationEntity);
const SEEN = 'workspace_id = $1 AND (NOT direct OR user_id = $2)';
const SELECT_SEEN = new Prepared(`SELECT ${COLUMNS} FROM conversations WHERE ${SEEN} AND id = $3`);

/** The rows of `conversations`. */
@Injectable()
export class ConversationStore {
  constructor(private readonly limits: OrganizationLimits) {}

  /** `404` for what is absent and for what is somebody else's direct thread alike. */
  async get(
    q: Queryable,
    { workspaceId, userId }: ConversationViewer,
    id: string,
  ): Promise<ConversationEntity> {
    const [row] = isUuid(id) ? await q.query<ConversationEntity>(SELECT_SEEN, [workspaceId, userId, id]) : [];
    if (!row) throw new AppError(conversationErrors.conversation_not_found);
    return row;
  }

  /**
   * Before anything of a conversation changes, and before any of its turns is locked: what follows is in one order, so
   * that one turn at most is active and events are numbered as they are committed.
   */
  async lock(tx: Tx, id: string): Promise<ConversationEntity | null> {
    const [row] = await tx.query<ConversationEntity>(
      `SELECT ${COLUMNS} FROM conversations WHERE id = $1 FOR NO KEY UPDATE`,
      [id],
    );
    return row ?? null;
  }

  /** Null when there is no such turn, or somebody else is at work in its conversation and `skip` says not to wait. */
  async lockOfTurn(tx: Tx, turnId: string, { skip = false } = {}): Promise<ConversationEntity | null> {
    const [row] = await tx.query<ConversationEntity>(
      `SELECT ${COLUMNS} FROM conversations c
       WHERE c.id = (SELECT conversation_id FROM turns WHERE id = $1)
       FOR NO KEY UPDATE ${skip ? 'SKIP LOCKED' : ''}`,
      [turnId],
    );
    return row ?? null;
  }

  /** Locked, where there is one: what the platform itself opened, or a channel. */
  async lockReferred(
    tx: Tx,
    { agentId, source, externalRef }: Pick<NewConversation, 'agentId' | 'source' | 'externalRef'>,
  ): Promise<ConversationEntity | null> {
    const [row] = await tx.query<ConversationEntity>(
      `SELECT ${COLUMNS} FROM conversations WHERE agent_id = $1 AND source = $2 AND external_ref = $3
       FOR NO KEY UPDATE`,
      [agentId, source, externalRef],
    );
    return row ?? null;
  }

  /** Without a look at `LIMIT_OBJECTS`, which the caller has had or does not need: a schedule has one thread. */
  async insert(tx: Tx, conversation: NewConversation): Promise<ConversationEntity> {
    const { workspaceId, agentId, source, externalRef, title } = conversation;
    const [row] = await tx.query<ConversationEntity>(
      `INSERT INTO conversations (workspace_id, agent_id, source, external_ref, title)
       VALUES ($1, $2, $3, $4, $5) RETURNING ${COLUMNS}`,
      [workspaceId, agentId, source, externalRef, title],
    );
    return row!;
  }

  /** The thread that is known elsewhere under this name; the same row for whoever comes at the same time. */
  ofReference(
    tx: Tx,
    { workspaceId }: Pick<ConversationViewer, 'workspaceId'>,
    { agentId, source, externalRef }: Pick<NewConversation, 'agentId' | 'source'> & { externalRef: string },
  ): Promise<ConversationEntity> {
    return this.found(tx, workspaceId, {
      select: `SELECT ${COLUMNS} FROM conversations
        WHERE workspace_id = $1 AND agent_id = $2 AND source = $3 AND external_ref = $4`,
      insert: `INSERT INTO conversations (workspace_id, agent_id, source, external_ref)
        VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      values: [workspaceId, agentId, source, externalRef],
    });
  }

  /** The person's own thread with the agent; the same row for whoever comes at the same time. */
  direct(tx: Tx, { workspaceId, userId }: ConversationViewer, agentId: string): Promise<ConversationEntity> {
    return this.found(tx, workspaceId, {
      select: `SELECT ${COLUMNS} FROM conversations WHERE workspace_id = $1 AND agent_id = $2 AND user_id = $3 AND direct`,
      insert: `INSERT INTO conversations (workspace_id, agent_id, source, direct, user_id)
        VALUES ($1, $2, 'web', true, $3) ON CONFLICT (agent_id, user_id) WHERE direct DO NOTHING`,
      values: [workspaceId, agentId, userId],
    });
  }

  /** Newest first, one more than asked for where there are more. */
  list(
    q: Queryable,
    { workspaceId, userId }: ConversationViewer,
    filter: ConversationFilter,
  ): Promise<ConversationEntity[]> {
    const { agentId, before, limit } = filter;
    const values: unknown[] = [workspaceId, userId, limit + 1];
    const conditions = [SEEN];
    // What can name no row is like the id of none.
    if ([agentId, before].some((id) => id !== undefined && !isUuid(id))) return Promise.resolve([]);
    if (agentId !== undefined) conditions.push(`agent_id = $${values.push(agentId)}`);
    if (before !== undefined) {
      conditions.push(
        `(created_at, id) < (SELECT created_at, id FROM conversations WHERE ${SEEN} AND id = $${values.push(before)})`,
      );
    }
    return q.query<ConversationEntity>(
      `SELECT ${COLUMNS} FROM conversations WHERE ${conditions.join(' AND ')}
       ORDER BY created_at DESC, id DESC LIMIT $3`,
      values,
    );
  }

  /** Only where there is none: a title is never replaced (04 §2.2.5). */
  async setTitle(tx: Tx, id: string, title: string): Promise<void> {
    await tx.query(
      `UPDATE conversations SET title = $2, updated_at = now() WHERE id = $1 AND title IS NULL AND NOT direct`,
      [id, title],
    );
  }

  async setSession(tx: Tx, id: string, sessionRef: string): Promise<void> {
    await tx.query('UPDATE conversations SET session_ref = $2 WHERE id = $1', [id, sessionRef]);
  }

  private async found(
    tx: Tx,
    workspaceId: string,
    { select, insert, values }: { select: string; insert: string; values: string[] },
  ): Promise<ConversationEntity> {
    const [row] = await tx.query<ConversationEntity>(select, values);
    if (row !== undefined) return row;
    await this.limits.requireRoomAt(tx, 'conversations', workspaceId);
    await tx.query(insert, values);
    return (await tx.query<ConversationEntity>(select, values))[0]!;
  }
}
