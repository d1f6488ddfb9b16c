import { Injectable } from '@nestjs/common';
import { readMemoryQuery } from '../../../domain/agents/memories/memory-query.js';
import { candidates, snippetOf } from '../../../domain/agents/memories/snippet.js';
import type { Queryable } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { MemoryEntity } from './memory.entity.js';
import { MemoryStore } from './memory-store.js';

const FOUND_FIELDS = [
  'id',
  'key',
  'title',
  'description',
  'content',
  'updatedAt',
] as const satisfies (keyof MemoryEntity)[];

type FoundMemory = Pick<MemoryEntity, (typeof FOUND_FIELDS)[number]> & { rank: number };

export interface MemoryHit extends Omit<FoundMemory, 'content'> {
  snippet: string;
}

const MAX_HITS = 8;
/** Of a memory whose key or title only contains the text; below every word that is really there. */
const RANK_OF_SUBSTRING = 0.1;
const AS_QUERY = `websearch_to_tsquery('pg_catalog.english'`;

/** `$2`: what must be there, `$3`: the words that count, `$4`: memories found by key or title. 32: rank / (rank + 1). */
const SEARCH = `
  WITH asked AS MATERIALIZED (SELECT ${AS_QUERY}, $2) AS match, ${AS_QUERY}, $3) AS rank),
    found AS MATERIALIZED (
      SELECT m.id, m.search @@ asked.match AS matched, m.id = ANY ($4::uuid[]) AS named
      FROM agent_memories m, asked WHERE m.agent_id = $1)
  SELECT ${selection(MemoryEntity, FOUND_FIELDS, 'm')}, greatest(
      CASE WHEN matched THEN ts_rank(m.search, asked.rank, 32) ELSE 0 END,
      CASE WHEN named THEN ${RANK_OF_SUBSTRING} ELSE 0 END)::float8 AS rank
  FROM found JOIN agent_memories m ON m.id = found.id, asked
  WHERE matched OR named
  ORDER BY rank DESC, m.updated_at DESC, m.key LIMIT ${MAX_HITS}`;

/** Which of the words are forms of a wanted one. */
const FORMS = `
  SELECT word FROM unnest($1::text[]) AS word, (SELECT ${AS_QUERY}, $2) AS rank) AS asked
  WHERE to_tsvector('pg_catalog.english', word) @@ asked.rank`;

/** Full text and substrings, best first (04 §4.7, ADR 102). */
@Injectable()
export class MemorySearch {
  constructor(private readonly store: MemoryStore) {}

  async find(q: Queryable, agentId: string, text: string): Promise<MemoryHit[]> {
    const { match, rank, wanted } = readMemoryQuery(text);
    const named = await this.named(q, agentId, text);
    const found = await q.query<FoundMemory>(SEARCH, [agentId, match, rank, named]);
    const words = new Set(found.flatMap(({ content }) => candidates(content, wanted)));
    const matches = await this.formsAmong(q, words, rank);
    return found.map(({ content, ...memory }) => ({ ...memory, snippet: snippetOf(content, matches) }));
  }

  /** Here and not by the database, whose idea of letter case depends on how it was set up. */
  private async named(q: Queryable, agentId: string, text: string): Promise<string[]> {
    const part = text.toLowerCase();
    const memories = await this.store.list(q, agentId);
    return memories
      .filter(({ key, title }) => key.includes(part) || title?.toLowerCase().includes(part))
      .map(({ id }) => id);
  }

  private async formsAmong(q: Queryable, words: ReadonlySet<string>, rank: string): Promise<Set<string>> {
    if (words.size === 0) return new Set();
    const rows = await q.query<{ word: string }>(FORMS, [[...words], rank]);
    return new Set(rows.map(({ word }) => word));
  }
}
