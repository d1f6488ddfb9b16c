import { Injectable } from '@nestjs/common';
import { indexLine } from '../../../domain/agents/memories/snippet.js';
import { fitsRunners } from '../../../domain/agents/memories/memory-file.js';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { memoryErrors } from './memory.errors.js';
import { type MemoryHit, MemorySearch } from './memory-search.js';
import { type MemoryDocument, type MemoryIndexRow, type MemoryRow, MemoryStore } from './memory-store.js';
import { MAX_MEMORIES, MemoryWriter, type MemoryWriting } from './memory-writer.js';

/** What an agent writes under a key; title and description that are left out stay as they are (04 §9.4), null clears. */
export interface AgentMemory {
  key: string;
  content: string;
  title?: string | null | undefined;
  description?: string | null | undefined;
}

export interface SavedMemory {
  key: string;
  created: boolean;
  /** It was there already, word for word. */
  noop: boolean;
  revisionSeq: number;
}

export interface HeldMemories {
  memories: MemoryIndexRow[];
  held: number;
  max: number;
}

/** The memories of an agent, as its tools and its runner use them (04 §9.4); the fields are judged by whoever calls. */
@Injectable()
export class AgentMemories {
  constructor(
    private readonly store: MemoryStore,
    private readonly writer: MemoryWriter,
    private readonly search: MemorySearch,
  ) {}

  /** Makes or changes the memory of that key. The caller holds the agent. */
  async save(tx: Tx, agentId: string, memory: AgentMemory, writing: MemoryWriting): Promise<SavedMemory> {
    const { key, content } = memory;
    const found = await this.store.findByKey(tx, agentId, key);
    const stored = found && (await this.store.lock(tx, agentId, found.id));
    const { title = stored?.title ?? null, description = stored?.description ?? null } = memory;
    const text = { title, description, content };
    if (!fitsRunners({ key, ...text })) throw new AppError(memoryErrors.memory_too_large);
    if (stored === null) {
      const { lastRevisionSeq } = await this.writer.create(tx, agentId, key, text, writing);
      return { key, created: true, noop: false, revisionSeq: lastRevisionSeq };
    }
    const { lastRevisionSeq } = await this.writer.change(tx, stored, text, writing);
    const noop = lastRevisionSeq === stored.lastRevisionSeq;
    return { key, created: false, noop, revisionSeq: lastRevisionSeq };
  }

  async list(q: Queryable, agentId: string): Promise<HeldMemories> {
    const memories = await this.store.list(q, agentId);
    return { memories, held: memories.length, max: MAX_MEMORIES };
  }

  /** A line of each, by key (04 §4.8). */
  async index(q: Queryable, agentId: string): Promise<{ key: string; line: string }[]> {
    const memories = await this.store.beginnings(q, agentId);
    return memories.map(({ key, ...memory }) => ({ key, line: indexLine(memory) }));
  }

  find(q: Queryable, agentId: string, text: string): Promise<MemoryHit[]> {
    return this.search.find(q, agentId, text);
  }

  /** Null for a key of nothing. */
  get(q: Queryable, agentId: string, key: string): Promise<MemoryRow | null> {
    return this.store.findByKey(q, agentId, key);
  }

  /** Whole, by key: up to 20 MB, for the home of a sandbox. */
  documents(q: Queryable, agentId: string): Promise<MemoryDocument[]> {
    return this.store.documents(q, agentId);
  }
}
