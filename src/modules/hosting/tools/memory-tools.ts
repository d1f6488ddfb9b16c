import { Injectable } from '@nestjs/common';
import { truncateSerialised } from '../../../domain/text/truncate-serialised.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { HostedAgents } from '../../policy/agents/hosted-agents.js';
import { AgentMemories } from '../memories/agent-memories.js';
import { memoryErrors } from '../memories/memory.errors.js';
import { AgentWriting } from './agent-writing.js';
import {
  MemoryGetArguments,
  MemorySaveArguments,
  MemorySearchArguments,
  NoArguments,
} from './dto/tool-arguments.dto.js';
import { type PlatformTool, platformTool } from './platform-tool.js';

/** 04 §9.4. */
const MAX_SHOWN = 60_000;

/** What an agent keeps in mind, as its model gets at it (04 §9.4). */
@Injectable()
export class MemoryTools {
  constructor(
    private readonly agents: HostedAgents,
    private readonly memories: AgentMemories,
    private readonly writing: AgentWriting,
  ) {}

  all(): PlatformTool[] {
    return [this.save(), this.list(), this.search(), this.get()];
  }

  private save(): PlatformTool {
    return platformTool({
      name: 'memory_save',
      description:
        'Keeps something in mind beyond this conversation, under a key; replaces what the key held. Never store passwords, tokens or other secrets.',
      changes: true,
      args: MemorySaveArguments,
      run: async (tx, caller, memory) => {
        await this.agents.lock(tx, caller.scope, caller.agentId);
        const writing = await this.writing.of(tx, caller);
        const { key, created, revisionSeq } = await this.memories.save(tx, caller.agentId, memory, writing);
        return { key, created, revisionSeq };
      },
    });
  }

  private list(): PlatformTool {
    return platformTool({
      name: 'memory_list',
      description: 'The keys of everything kept in mind, with titles and descriptions.',
      changes: false,
      args: NoArguments,
      run: async (tx, { agentId }) => {
        const { memories, held, max } = await this.memories.list(tx, agentId);
        const rows = memories.map(({ key, title, description, updatedAt }) => ({
          ...shown({ key, title, description }),
          updatedAt: updatedAt.toISOString(),
        }));
        if (JSON.stringify(rows).length <= MAX_SHOWN) return { memories: rows, held, max };
        // A hundred keys always fit.
        const keys = rows.map(({ key, updatedAt }) => ({ key, updatedAt }));
        return { memories: keys, held, max, titlesLeftOut: true };
      },
    });
  }

  private search(): PlatformTool {
    return platformTool({
      name: 'memory_search',
      description: 'The up to eight memories that fit some words best, with the place where they fit.',
      changes: false,
      args: MemorySearchArguments,
      run: async (tx, { agentId }, { query }) => {
        const hits = await this.memories.find(tx, agentId, query);
        const matches = hits.map(({ key, title, description, snippet, updatedAt }) => ({
          ...shown({ key, title, description }),
          snippet,
          updatedAt: updatedAt.toISOString(),
        }));
        return { matches };
      },
    });
  }

  private get(): PlatformTool {
    return platformTool({
      name: 'memory_get',
      description: 'The whole text of one memory.',
      changes: false,
      args: MemoryGetArguments,
      run: async (tx, { agentId }, { key }) => {
        const memory = await this.memories.get(tx, agentId, key);
        if (memory === null) throw new AppError(memoryErrors.memory_not_found);
        const { title, description, content, updatedAt } = memory;
        const head = { ...shown({ key, title, description }), updatedAt: updatedAt.toISOString() };
        const whole = { ...head, content };
        if (JSON.stringify(whole).length <= MAX_SHOWN) return whole;
        const cut = { ...head, content: '', contentTruncated: true };
        return { ...cut, content: truncateSerialised(content, MAX_SHOWN - JSON.stringify(cut).length) };
      },
    });
  }
}

/** What is not there is not mentioned. */
function shown(memory: { key: string; title: string | null; description: string | null }): {
  key: string;
  title?: string;
  description?: string;
} {
  const { key, title, description } = memory;
  return { key, ...(title !== null && { title }), ...(description !== null && { description }) };
}
