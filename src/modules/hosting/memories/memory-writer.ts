import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { WorkspaceOrigin } from '../../foundation/audit/model/audit-origin.js';
import { memoryAudit } from './memory.audit.js';
import { memoryErrors } from './memory.errors.js';
import { type MemoryAuthor, MemoryRevisionStore } from './memory-revision-store.js';
import { type MemoryRow, MemoryStore, type MemoryText } from './memory-store.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';
import { StoredBytes } from '../../foundation/limits/stored-bytes.js';

/** 04 §4.3. */
export const MAX_MEMORIES = 100;

/** Who writes, for the history and for the trail. */
export interface MemoryWriting {
  author: MemoryAuthor;
  origin: WorkspaceOrigin;
}

/** Every change of a memory is a new revision of it and an entry of the trail (04 §4.1). */
@Injectable()
export class MemoryWriter {
  constructor(
    private readonly store: MemoryStore,
    private readonly revisions: MemoryRevisionStore,
    private readonly limits: OrganizationLimits,
    private readonly stored: StoredBytes,
  ) {}

  /** The caller holds the agent, so that what is counted stays true. */
  async create(
    tx: Tx,
    agentId: string,
    key: string,
    text: MemoryText,
    { author, origin }: MemoryWriting,
  ): Promise<MemoryRow> {
    if ((await this.store.count(tx, agentId)) >= MAX_MEMORIES) throw new AppError(memoryErrors.memories_full);
    await this.limits.requireRoom(tx, 'memories', origin.organizationId);
    await this.stored.requireRoom(tx, origin.organizationId, 2 * Buffer.byteLength(text.content));
    const memory = await this.store.insert(tx, agentId, key, text);
    await this.revisions.append(tx, memory, author);
    await memoryAudit.record(tx, origin, 'create', named(memory));
    return memory;
  }

  /** The caller holds the memory. What is there already is no change (04 §4.1). */
  async change(
    tx: Tx,
    memory: MemoryRow,
    text: MemoryText,
    { author, origin }: MemoryWriting,
    restoredFromSeq: number | null = null,
  ): Promise<MemoryRow> {
    const fields = (['title', 'description', 'content'] as const).filter(
      (field) => memory[field] !== text[field],
    );
    if (fields.length === 0) return memory;
    // The history keeps each of its states.
    await this.stored.requireRoom(tx, origin.organizationId, Buffer.byteLength(text.content));
    const changed = await this.store.update(tx, memory, text);
    await this.revisions.append(tx, changed, author, restoredFromSeq);
    const restored = restoredFromSeq === null ? {} : { restoredFromSeq };
    await memoryAudit.record(tx, origin, 'update', { ...named(memory), fields, ...restored });
    return changed;
  }

  async delete(tx: Tx, memory: MemoryRow, origin: WorkspaceOrigin): Promise<void> {
    await this.store.delete(tx, memory);
    await memoryAudit.record(tx, origin, 'delete', named(memory));
  }
}

export function named({ id, agentId, key }: Pick<MemoryRow, 'id' | 'agentId' | 'key'>): {
  agentId: string;
  memoryId: string;
  key: string;
} {
  return { agentId, memoryId: id, key };
}
