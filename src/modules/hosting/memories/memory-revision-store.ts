import { Injectable } from '@nestjs/common';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { MemoryRevisionEntity } from './memory-revision.entity.js';
import type { MemoryRow } from './memory-store.js';
import { memoryErrors } from './memory.errors.js';

/** 04 §4.2. */
const KEPT = 50;
/** What a list shows of a content, and one more to tell that there is more (04 §4). */
export const PREVIEW_CHARACTERS = 2_000;
const REDACTED = '[redacted]';

/** Who wrote, and in whose turn. */
export type MemoryAuthor = Pick<
  MemoryRevisionEntity,
  'authorKind' | 'authorUserId' | 'authorEmail' | 'conversationId' | 'turnId'
>;

const COLUMNS = selection(MemoryRevisionEntity);
const PREVIEWED = COLUMNS.replace('content AS', `left(content, ${PREVIEW_CHARACTERS + 1}) AS`);
const SELECT = `SELECT ${COLUMNS} FROM agent_memory_revisions WHERE memory_id = $1`;

/** The rows of `agent_memory_revisions`; who writes holds the memory. */
@Injectable()
export class MemoryRevisionStore {
  /** Newest first, contents cut behind `PREVIEW_CHARACTERS` characters. */
  list(q: Queryable, memoryId: string): Promise<MemoryRevisionEntity[]> {
    return q.query<MemoryRevisionEntity>(
      `SELECT ${PREVIEWED} FROM agent_memory_revisions WHERE memory_id = $1 ORDER BY seq DESC LIMIT ${KEPT}`,
      [memoryId],
    );
  }

  async latest(q: Queryable, memoryId: string): Promise<MemoryRevisionEntity | null> {
    const [row] = await q.query<MemoryRevisionEntity>(`${SELECT} ORDER BY seq DESC LIMIT 1`, [memoryId]);
    return row ?? null;
  }

  async get(q: Queryable, memoryId: string, revisionId: string): Promise<MemoryRevisionEntity> {
    const [row] = isUuid(revisionId)
      ? await q.query<MemoryRevisionEntity>(`${SELECT} AND id = $2`, [memoryId, revisionId])
      : [];
    if (!row) throw new AppError(memoryErrors.memory_revision_not_found);
    return row;
  }

  /** The state of a memory as its newest revision; what is older than the fifty newest goes. */
  async append(
    tx: Tx,
    { id: memoryId, lastRevisionSeq: seq, title, description, content }: MemoryRow,
    author: MemoryAuthor,
    restoredFromSeq: number | null = null,
  ): Promise<void> {
    const op = restoredFromSeq === null ? 'save' : 'restore';
    const state = { memoryId, seq, op, restoredFromSeq, title, description, content } as const;
    await tx.repository(MemoryRevisionEntity).insert({ ...state, ...author });
    await tx.query('DELETE FROM agent_memory_revisions WHERE memory_id = $1 AND seq <= $2', [
      memoryId,
      seq - KEPT,
    ]);
  }

  /** Blanks what was said then; who said it and when stays (04 §4.4). */
  async redact(tx: Tx, revisionId: string, userId: string): Promise<MemoryRevisionEntity> {
    const [row] = await tx.query<MemoryRevisionEntity>(
      `UPDATE agent_memory_revisions SET title = NULL, description = NULL, content = $3,
         redacted_at = now(), redacted_by_user_id = $2
       WHERE id = $1 RETURNING ${COLUMNS}`,
      [revisionId, userId, REDACTED],
    );
    return row!;
  }
}
