import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import { Jobs } from '../../../../kernel/jobs/jobs.js';
import { HostedAgents } from '../../../policy/agents/hosted-agents.js';
import { RunQueue } from '../../conversations/runs/run-queue.js';
import type { ToolCaller, ToolResult } from '../../tools/platform-tool.js';
import { PlatformTools } from '../../tools/platform-tools.js';
import { PlacedAgents } from '../records/placed-agents.js';

export interface ToolCallOrder {
  agentId: string;
  leaseId?: string | undefined;
  callId: string;
  tool: string;
  args: unknown;
}

/** 04 §9.2. */
const KEPT = '24 hours';

/** Platform tools for agents in sandboxes (04 §9.2). A call that changes something does so once, however often it comes. */
@Injectable()
export class ToolCalls {
  constructor(
    jobs: Jobs,
    private readonly db: Database,
    private readonly placed: PlacedAgents,
    private readonly agents: HostedAgents,
    private readonly queue: RunQueue,
    private readonly tools: PlatformTools,
  ) {
    jobs.registerPeriodic('hosting.forget-tool-calls', '*/10 * * * *', () => this.forget());
  }

  async call(runnerId: string, { agentId, leaseId, callId, tool, args }: ToolCallOrder): Promise<ToolResult> {
    const { scope } = await this.placed.get(runnerId, agentId);
    const turn = await this.queue.callingTurn(runnerId, agentId, leaseId);
    const caller = { scope, agentId, turn };
    return this.tools.changes(tool)
      ? this.callOnce(caller, callId, tool, args)
      : this.tools.call(caller, tool, args);
  }

  /** Whoever repeats a call while it is under way waits here for its answer. */
  private callOnce(caller: ToolCaller, callId: string, tool: string, args: unknown): Promise<ToolResult> {
    const { scope, agentId } = caller;
    return this.db.tx(async (tx) => {
      await this.agents.lock(tx, scope, agentId);
      const [known] = await tx.query<{ answer: ToolResult }>(
        'SELECT answer FROM agent_tool_calls WHERE agent_id = $1 AND call_id = $2',
        [agentId, callId],
      );
      if (known !== undefined) return known.answer;
      const answer = await this.tools.callWithin(tx, caller, tool, args);
      await tx.query('INSERT INTO agent_tool_calls (agent_id, call_id, answer) VALUES ($1, $2, $3)', [
        agentId,
        callId,
        JSON.stringify(answer),
      ]);
      return answer;
    });
  }

  private async forget(): Promise<void> {
    await this.db.query(`DELETE FROM agent_tool_calls WHERE created_at < now() - interval '${KEPT}'`);
  }
}
