import { Injectable } from '@nestjs/common';
import { fitsRunners } from '../../../domain/agents/memories/memory-file.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { originOf } from '../../foundation/audit/model/audit-origin.js';
import { HostedAgents } from '../../policy/agents/hosted-agents.js';
import type { CreateMemoryRequest, UpdateMemoryRequest } from './dto/memory-request.dto.js';
import type { MemoryDetailResponse, MemoryListResponse, MemoryResponse } from './dto/memory-response.dto.js';
import { memoryErrors } from './memory.errors.js';
import { presentHit, presentIndexRow, presentMemory, presentRevision } from './memory.view.js';
import { MemoryRevisionStore } from './memory-revision-store.js';
import { MemorySearch } from './memory-search.js';
import { type MemoryRow, MemoryStore } from './memory-store.js';
import { MemoryWriter, type MemoryWriting } from './memory-writer.js';

/** The memories of a hosted agent, as people keep them (04 §4). */
@Injectable()
export class MemoriesService {
  constructor(
    private readonly db: Database,
    private readonly agents: HostedAgents,
    private readonly store: MemoryStore,
    private readonly revisions: MemoryRevisionStore,
    private readonly writer: MemoryWriter,
    private readonly search: MemorySearch,
  ) {}

  /** By key; or what a search finds, best first. */
  async list(caller: WorkspaceCaller, agentId: string, text?: string): Promise<MemoryListResponse> {
    const agent = await this.agents.get(this.db, caller, agentId);
    if (text === undefined)
      return { memories: (await this.store.list(this.db, agent.id)).map(presentIndexRow) };
    return { hits: (await this.search.find(this.db, agent.id, text)).map(presentHit) };
  }

  create(caller: WorkspaceCaller, agentId: string, body: CreateMemoryRequest): Promise<MemoryResponse> {
    const { key, content, title = null, description = null } = body;
    return this.db.tx(async (tx) => {
      const agent = await this.agents.lock(tx, caller, agentId);
      if (await this.store.findByKey(tx, agent.id, key)) throw new AppError(memoryErrors.memory_key_taken);
      const text = { title, description, content };
      return presentMemory(await this.writer.create(tx, agent.id, key, text, writingOf(caller)));
    });
  }

  async get(caller: WorkspaceCaller, agentId: string, memoryId: string): Promise<MemoryDetailResponse> {
    const agent = await this.agents.get(this.db, caller, agentId);
    const memory = await this.store.get(this.db, agent.id, memoryId);
    const latest = await this.revisions.latest(this.db, memory.id);
    return { ...presentMemory(memory), latestRevision: latest && presentRevision(latest) };
  }

  update(
    caller: WorkspaceCaller,
    agentId: string,
    memoryId: string,
    patch: UpdateMemoryRequest,
  ): Promise<MemoryResponse> {
    return this.db.tx(async (tx) => {
      const memory = await this.held(tx, caller, agentId, memoryId);
      const { title = memory.title, description = memory.description, content = memory.content } = patch;
      const text = { title, description, content };
      if (!fitsRunners({ key: memory.key, ...text })) throw new AppError(memoryErrors.memory_too_large);
      return presentMemory(await this.writer.change(tx, memory, text, writingOf(caller)));
    });
  }

  /** Final, with all its history (04 §4.5). */
  async remove(caller: WorkspaceCaller, agentId: string, memoryId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      const memory = await this.held(tx, caller, agentId, memoryId);
      await this.writer.delete(tx, memory, originOf(caller));
    });
  }

  private async held(tx: Tx, caller: WorkspaceCaller, agentId: string, memoryId: string): Promise<MemoryRow> {
    const agent = await this.agents.get(tx, caller, agentId);
    return this.store.lock(tx, agent.id, memoryId);
  }
}

/** A person writes, in nobody's turn. */
export function writingOf(caller: WorkspaceCaller): MemoryWriting {
  return {
    author: {
      authorKind: 'user',
      authorUserId: caller.userId,
      authorEmail: caller.email,
      conversationId: null,
      turnId: null,
    },
    origin: originOf(caller),
  };
}
