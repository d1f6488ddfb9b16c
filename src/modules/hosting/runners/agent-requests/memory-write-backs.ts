import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { validateDto } from '../../../../kernel/http/fields/validation.pipe.js';
import { HostedAgents } from '../../../policy/agents/hosted-agents.js';
import { RunQueue } from '../../conversations/runs/run-queue.js';
import { AgentMemories } from '../../memories/agent-memories.js';
import { AgentWriting } from '../../tools/agent-writing.js';
import type { ToolCaller } from '../../tools/platform-tool.js';
import { WrittenMemory } from '../dto/runner-memory.dto.js';
import { PlacedAgents } from '../records/placed-agents.js';
import { SandboxStore } from '../sandboxes/sandbox-store.js';
import { runnerErrors } from '../records/runner.errors.js';

/** 04 §9.2: twenty at once, then one every two seconds. */
const AT_ONCE = 20;
const EVERY_SECONDS = 2;
const FAULT = 500;

export interface MemoryWriteBack {
  key: string;
  content: unknown;
  title?: unknown;
  description?: unknown;
}

export type WrittenBack =
  { ok: true; created: boolean; noop: boolean; revisionSeq: number } | { ok: false; error: string };

/** Files of memories that an agent changed in its sandbox (04 §9.2). What is wrong with one is told to the agent. */
@Injectable()
export class MemoryWriteBacks {
  constructor(
    private readonly db: Database,
    private readonly placed: PlacedAgents,
    private readonly sandboxes: SandboxStore,
    private readonly agents: HostedAgents,
    private readonly queue: RunQueue,
    private readonly memories: AgentMemories,
    private readonly writing: AgentWriting,
  ) {}

  async write(
    runnerId: string,
    agentId: string,
    memory: MemoryWriteBack,
    leaseId: string | undefined,
  ): Promise<WrittenBack> {
    const { scope } = await this.placed.get(runnerId, agentId);
    const waitSeconds = await this.sandboxes.paceMemories({ runnerId, agentId }, AT_ONCE, EVERY_SECONDS);
    if (waitSeconds > 0)
      throw new AppError(runnerErrors.paced, { headers: { 'retry-after': String(waitSeconds) } });
    const turn = await this.queue.callingTurn(runnerId, agentId, leaseId);
    try {
      return await this.save({ scope, agentId, turn }, validateDto(WrittenMemory, memory));
    } catch (error) {
      if (error instanceof AppError && error.status < FAULT) return { ok: false, error: error.message };
      throw error;
    }
  }

  private save(caller: ToolCaller, memory: WrittenMemory): Promise<WrittenBack> {
    return this.db.tx(async (tx) => {
      await this.agents.lock(tx, caller.scope, caller.agentId);
      const writing = await this.writing.of(tx, caller);
      const saved = await this.memories.save(tx, caller.agentId, memory, writing);
      const { created, noop, revisionSeq } = saved;
      return { ok: true, created, noop, revisionSeq };
    });
  }
}
