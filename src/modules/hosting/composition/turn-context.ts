import { Injectable, Logger } from '@nestjs/common';
import { contextOf, MAX_REPORTS, MAX_SNIPPETS } from '../../../domain/agents/composition/context.js';
import { relatedWords } from '../../../domain/agents/memories/words.js';
import { Database } from '../../../kernel/database/database.js';
import { RunHistory } from '../conversations/runs/run-history.js';
import type { ClaimedTurn } from '../conversations/runs/run-queue.js';
import { AgentMemories } from '../memories/agent-memories.js';

/** 04 §9.3.2. */
const LEAST_RANK = 0.1;
const SAID_BY_PEOPLE: readonly ClaimedTurn['source'][] = ['web', 'slack'];

export interface ContextParts {
  /** A line for each file. */
  files: readonly string[];
  /** Whoever is given the history has the reports in it. */
  withReports: boolean;
}

/** What an agent is told beside a message; it is stored nowhere (04 §9.3.2). */
@Injectable()
export class TurnContext {
  private readonly logger = new Logger(TurnContext.name);

  constructor(
    private readonly db: Database,
    private readonly memories: AgentMemories,
    private readonly history: RunHistory,
  ) {}

  /** What cannot be built is left out. */
  async of(turn: ClaimedTurn, { files, withReports }: ContextParts): Promise<string> {
    const { agentId, message } = turn;
    const memories = await this.orNothing(turn, this.memories.index(this.db, agentId));
    const snippets = await this.orNothing(turn, this.snippets(agentId, message));
    const isAsked = withReports && SAID_BY_PEOPLE.includes(turn.source);
    const reports = isAsked ? await this.orNothing(turn, this.history.reports(turn, MAX_REPORTS)) : [];
    return contextOf({ files, memories, snippets, reports });
  }

  private async snippets(agentId: string, message: string): Promise<{ key: string; snippet: string }[]> {
    const words = relatedWords(message);
    if (words === '') return [];
    const found = await this.memories.find(this.db, agentId, words);
    return found.filter(({ rank }) => rank >= LEAST_RANK).slice(0, MAX_SNIPPETS);
  }

  private async orNothing<T>(turn: ClaimedTurn, part: Promise<T[]>): Promise<T[]> {
    try {
      return await part;
    } catch (error) {
      this.logger.warn({ err: error, agentId: turn.agentId }, "part of a turn's context could not be built");
      return [];
    }
  }
}
