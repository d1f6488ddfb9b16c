import { Injectable } from '@nestjs/common';
import type { Queryable, Tx } from '../../../kernel/database/database.js';

export interface AgentHost {
  /** Gives the agent, which was inserted in the running transaction, to a runner; false when none can take it. */
  place(tx: Tx, agentId: string): Promise<boolean>;
}

/** Tells which of these agents hold their sandbox up with background work. */
type BackgroundWork = (q: Queryable, agentIds: readonly string[]) => Promise<Iterable<string>>;

/** Port for what runs hosted agents, which an area below owns (04 §8.3, §8.6.5). */
@Injectable()
export class AgentHosting {
  private host: AgentHost | null = null;
  private background: BackgroundWork | null = null;

  register(host: AgentHost): void {
    this.host = host;
  }

  registerBackgroundWork(work: BackgroundWork): void {
    this.background = work;
  }

  /** False also where nothing runs agents. */
  place(tx: Tx, agentId: string): Promise<boolean> {
    return this.host === null ? Promise.resolve(false) : this.host.place(tx, agentId);
  }

  async workingInBackground(q: Queryable, agentIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (this.background === null || agentIds.length === 0) return new Set();
    return new Set(await this.background(q, agentIds));
  }
}
