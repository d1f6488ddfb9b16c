import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { originOf } from '../../foundation/audit/model/audit-origin.js';
import { HostedAgents } from '../../policy/agents/hosted-agents.js';
import type {
  MemoryResponse,
  MemoryRevisionListResponse,
  MemoryRevisionResponse,
} from './dto/memory-response.dto.js';
import { writingOf } from './memories.service.js';
import { memoryAudit } from './memory.audit.js';
import { memoryErrors } from './memory.errors.js';
import { presentMemory, presentPreview, presentRevision } from './memory.view.js';
import { MemoryRevisionStore } from './memory-revision-store.js';
import { MemoryStore } from './memory-store.js';
import { MemoryWriter, named } from './memory-writer.js';

/** What a memory was before (04 §4.2, §4.4). */
@Injectable()
export class MemoryRevisions {
  constructor(
    private readonly db: Database,
    private readonly agents: HostedAgents,
    private readonly memories: MemoryStore,
    private readonly revisions: MemoryRevisionStore,
    private readonly writer: MemoryWriter,
  ) {}

  async list(
    caller: WorkspaceCaller,
    agentId: string,
    memoryId: string,
  ): Promise<MemoryRevisionListResponse> {
    const agent = await this.agents.get(this.db, caller, agentId);
    const memory = await this.memories.get(this.db, agent.id, memoryId);
    return { revisions: (await this.revisions.list(this.db, memory.id)).map(presentPreview) };
  }

  async get(
    caller: WorkspaceCaller,
    agentId: string,
    memoryId: string,
    revisionId: string,
  ): Promise<MemoryRevisionResponse> {
    const agent = await this.agents.get(this.db, caller, agentId);
    const memory = await this.memories.get(this.db, agent.id, memoryId);
    return presentRevision(await this.revisions.get(this.db, memory.id, revisionId));
  }

  /** A new revision with the words of an old one. Redacting holds the memory too, so neither acts on a stale look. */
  restore(
    caller: WorkspaceCaller,
    agentId: string,
    memoryId: string,
    revisionId: string,
  ): Promise<MemoryResponse> {
    return this.db.tx(async (tx) => {
      const agent = await this.agents.get(tx, caller, agentId);
      const memory = await this.memories.lock(tx, agent.id, memoryId);
      const old = await this.revisions.get(tx, memory.id, revisionId);
      if (old.redactedAt !== null) throw new AppError(memoryErrors.memory_revision_redacted);
      if (old.seq === memory.lastRevisionSeq) throw new AppError(memoryErrors.memory_revision_current);
      return presentMemory(await this.writer.change(tx, memory, old, writingOf(caller), old.seq));
    });
  }

  /** Blanks an old one for good; what it came to later has revisions of its own. */
  redact(
    caller: WorkspaceCaller,
    agentId: string,
    memoryId: string,
    revisionId: string,
  ): Promise<MemoryRevisionResponse> {
    return this.db.tx(async (tx) => {
      const agent = await this.agents.get(tx, caller, agentId);
      const memory = await this.memories.lock(tx, agent.id, memoryId);
      const { id, seq, redactedAt } = await this.revisions.get(tx, memory.id, revisionId);
      if (seq === memory.lastRevisionSeq) throw new AppError(memoryErrors.memory_revision_current);
      if (redactedAt !== null) throw new AppError(memoryErrors.memory_revision_redacted);
      const redacted = await this.revisions.redact(tx, id, caller.userId);
      await memoryAudit.record(tx, originOf(caller), 'redact', { ...named(memory), seq });
      return presentRevision(redacted);
    });
  }
}
