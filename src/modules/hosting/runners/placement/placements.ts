import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import type { Queryable, Tx } from '../../../../kernel/database/database.js';
import { type AgentHost, AgentHosting } from '../../../policy/agents/agent-hosting.js';
import { EmbeddedRunner } from './embedded-runner.js';
import { IS_STARTED, isOnline } from './online.js';

const SELECT_ROOMIEST = `
  SELECT r.id FROM runners r LEFT JOIN agent_placements p ON p.runner_id = r.id
  WHERE ${isOnline('$1')} GROUP BY r.id
  HAVING count(*) FILTER (WHERE ${IS_STARTED}) < coalesce((r.capabilities->>'maxSandboxes')::int, 1)
  ORDER BY count(*) FILTER (WHERE ${IS_STARTED}), count(p.agent_id), r.created_at, r.id LIMIT 1`;

/** Which runner a new agent belongs to (04 §8.3.1). */
@Injectable()
export class Placements implements AgentHost, OnModuleInit {
  constructor(
    private readonly configuration: Configuration,
    private readonly hosting: AgentHosting,
    private readonly embedded: EmbeddedRunner,
  ) {}

  onModuleInit(): void {
    this.hosting.register(this);
  }

  async place(tx: Tx, agentId: string): Promise<boolean> {
    const runnerId = (await this.external(tx)) ?? (this.embedded.isOn ? await this.embedded.id(tx) : null);
    if (runnerId === null) return false;
    await tx.query('INSERT INTO agent_placements (agent_id, runner_id) VALUES ($1, $2)', [agentId, runnerId]);
    return true;
  }

  /** Daemons come before the server itself; without one, agents are made beside each other. */
  private async external(tx: Tx): Promise<string | null> {
    if ((await this.roomiest(tx)) === null) return null;
    // Whoever was before us is counted when we look again: two that look at once would both find the last room.
    await tx.lock('agent-placement');
    return this.roomiest(tx);
  }

  private async roomiest(q: Queryable): Promise<string | null> {
    const [runner] = await q.query<{ id: string }>(SELECT_ROOMIEST, [
      this.configuration.runnerOnlineThresholdSeconds,
    ]);
    return runner?.id ?? null;
  }
}
