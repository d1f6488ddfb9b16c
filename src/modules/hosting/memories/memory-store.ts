import { Injectable } from '@nestjs/common';
import { searchText } from '../../../domain/agents/memories/words.js';
import type { Queryable, Store, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { MemoryEntity } from './memory.entity.js';
import { memoryErrors } from './memory.errors.js';

const INDEX_FIELDS = [
  'id',
  'agentId',
  'key',
  'title',
  'description',
  'lastRevisionSeq',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof MemoryEntity)[];
const FIELDS = [...INDEX_FIELDS, 'content'] as const satisfies (keyof MemoryEntity)[];

export type MemoryIndexRow = Pick<MemoryEntity, (typeof INDEX_FIELDS)[number]>;
export type MemoryRow = Pick<MemoryEntity, (typeof FIELDS)[number]>;

/** What of a memory a person or an agent writes. */
export type MemoryText = Pick<MemoryEntity, 'title' | 'description' | 'content'>;

/** The same under its key. */
export type MemoryDocument = MemoryText & Pick<MemoryEntity, 'key'>;

const SELECT = `SELECT ${selection(MemoryEntity, FIELDS)} FROM agent_memories WHERE agent_id = $1`;
const ENGLISH = `to_tsvector('pg_catalog.english'`;
/** `$3` to `$5`: the words of title and key, of the description and of the content (04 §4.7). */
const SEARCH = `setweight(${ENGLISH}, $3), 'A') || setweight(${ENGLISH}, $4), 'B') || setweight(${ENGLISH}, $5), 'C')`;

/** The rows of `agent_memories`; every statement names the agent, which the caller knows to be in the workspace. */
@Injectable()
export class MemoryStore {
  /** By key. */
  list(q: Queryable, agentId: string): Promise<MemoryIndexRow[]> {
    return q.query<MemoryIndexRow>(
      `SELECT ${selection(MemoryEntity, INDEX_FIELDS)} FROM agent_memories WHERE agent_id = $1 ORDER BY key COLLATE "C"`,
      [agentId],
    );
  }

  /** With more of the content than a line of the index can show, which begins with no blanks. */
  beginnings(q: Queryable, agentId: string): Promise<(MemoryText & { key: string })[]> {
    return q.query<MemoryText & { key: string }>(
      `SELECT key, title, description, left(content, 1000) AS content FROM agent_memories
       WHERE agent_id = $1 ORDER BY key COLLATE "C"`,
      [agentId],
    );
  }

  count(store: Store, agentId: string): Promise<number> {
    return store.repository(MemoryEntity).countBy({ agentId });
  }

  get(q: Queryable, agentId: string, memoryId: string): Promise<MemoryRow> {
    return this.one(q, `${SELECT} AND id = $2`, agentId, memoryId);
  }

  /** Whoever changes the memory or its history holds it. */
  lock(tx: Tx, agentId: string, memoryId: string): Promise<MemoryRow> {
    return this.one(tx, `${SELECT} AND id = $2 FOR UPDATE`, agentId, memoryId);
  }

  async findByKey(q: Queryable, agentId: string, key: string): Promise<MemoryRow | null> {
    const [row] = await q.query<MemoryRow>(`${SELECT} AND key = $2`, [agentId, key]);
    return row ?? null;
  }

  documents(q: Queryable, agentId: string): Promise<MemoryDocument[]> {
    return q.query<MemoryDocument>(
      `SELECT key, title, description, content FROM agent_memories WHERE agent_id = $1 ORDER BY key COLLATE "C"`,
      [agentId],
    );
  }

  async insert(tx: Tx, agentId: string, key: string, text: MemoryText): Promise<MemoryRow> {
    const { title, description, content } = text;
    const [row] = await tx.query<MemoryRow>(
      `INSERT INTO agent_memories (agent_id, key, search, title, description, content, last_revision_seq)
       VALUES ($1, $2, ${SEARCH}, $6, $7, $8, 1) RETURNING ${selection(MemoryEntity, FIELDS)}`,
      [agentId, key, ...searched(key, text), title, description, content],
    );
    return row!;
  }

  /** Stores a newer state of a memory that is held. */
  async update(tx: Tx, { id, agentId, key }: MemoryRow, text: MemoryText): Promise<MemoryRow> {
    const { title, description, content } = text;
    const [row] = await tx.query<MemoryRow>(
      `UPDATE agent_memories SET search = ${SEARCH}, title = $6, description = $7, content = $8,
         last_revision_seq = last_revision_seq + 1, updated_at = now()
       WHERE agent_id = $1 AND id = $2 RETURNING ${selection(MemoryEntity, FIELDS)}`,
      [agentId, id, ...searched(key, text), title, description, content],
    );
    return row!;
  }

  async delete(tx: Tx, { id, agentId }: MemoryRow): Promise<void> {
    await tx.repository(MemoryEntity).delete({ agentId, id });
  }

  private async one(q: Queryable, sql: string, agentId: string, memoryId: string): Promise<MemoryRow> {
    const [row] = isUuid(memoryId) ? await q.query<MemoryRow>(sql, [agentId, memoryId]) : [];
    if (!row) throw new AppError(memoryErrors.memory_not_found);
    return row;
  }
}

function searched(key: string, { title, description, content }: MemoryText): string[] {
  return [`${key} ${title ?? ''}`, description ?? '', content].map(searchText);
}
