import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isOf, isStarted } from '../../../../domain/agents/sandboxes/compute-report.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Database, type Queryable, type Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { AgentHosting } from '../../../policy/agents/agent-hosting.js';
import { runnerErrors } from '../records/runner.errors.js';
import type { ProcessStatus } from '../records/process.entity.js';
import { type Place, SandboxStore } from './sandbox-store.js';

export interface ProcessReport {
  ref: string;
  computeRef: string;
  status: ProcessStatus;
}

/** An agent may start 5 at once (04 §8.6.1); of those that ended some are remembered, so that they stay ended. */
const MAX_KEPT = 20;

/** Working, as SQL about `agent_processes x`: told so, and not silent for longer than a runner may be. */
export function isAlive(secondsParameter: string): string {
  return `(x.status = 'running' AND x.reported_at > now() - make_interval(secs => ${secondsParameter}))`;
}

/** What agents leave running in their sandboxes (04 §8.6). */
@Injectable()
export class Processes implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly configuration: Configuration,
    private readonly store: SandboxStore,
    private readonly hosting: AgentHosting,
  ) {}

  onModuleInit(): void {
    this.hosting.registerBackgroundWork((q, agentIds) => this.agentsAtWork(q, agentIds));
  }

  /** Of compute that is not the present one nothing is taken; what has ended stays ended. */
  report(place: Place, { ref, computeRef, status }: ProcessReport): Promise<void> {
    return this.db.tx(async (tx) => {
      const compute = await this.store.lock(tx, place);
      if (compute === null || !isStarted(compute.state) || !isOf(compute, computeRef)) return;
      await this.makeRoom(tx, place, ref);
      await tx.query(
        `INSERT INTO agent_processes AS x (agent_id, runner_id, ref, compute_ref, status, reported_at)
         VALUES ($1, $2, $3, $4, $5, clock_timestamp())
         ON CONFLICT (agent_id, runner_id, ref) DO UPDATE
           SET compute_ref = excluded.compute_ref, status = excluded.status, reported_at = excluded.reported_at
           WHERE x.status = 'running' OR x.compute_ref <> excluded.compute_ref`,
        [place.agentId, place.runnerId, ref, computeRef, status],
      );
    });
  }

  /** Its compute is gone. */
  async lose(tx: Tx, { agentId, runnerId }: Place): Promise<void> {
    await tx.query(
      `UPDATE agent_processes SET status = 'lost'
       WHERE agent_id = $1 AND runner_id = $2 AND status = 'running'`,
      [agentId, runnerId],
    );
  }

  private async agentsAtWork(q: Queryable, agentIds: readonly string[]): Promise<string[]> {
    const rows = await q.query<{ id: string }>(
      `SELECT DISTINCT x.agent_id AS id FROM agent_processes x
       JOIN agent_placements p ON p.agent_id = x.agent_id AND p.runner_id = x.runner_id
       WHERE x.agent_id = ANY ($1::uuid[]) AND ${isAlive('$2')}`,
      [agentIds, this.configuration.runnerOnlineThresholdSeconds],
    );
    return rows.map(({ id }) => id);
  }

  /** One more takes the place of the one that ended longest ago. */
  private async makeRoom(tx: Tx, { agentId, runnerId }: Place, ref: string): Promise<void> {
    const others = await tx.query<{ ref: string; status: ProcessStatus }>(
      `SELECT ref, status FROM agent_processes WHERE agent_id = $1 AND runner_id = $2 AND ref <> $3
       ORDER BY reported_at`,
      [agentId, runnerId, ref],
    );
    if (others.length < MAX_KEPT) return;
    const ended = others.find(({ status }) => status !== 'running');
    if (ended === undefined) throw new AppError(runnerErrors.bad_report);
    await tx.query('DELETE FROM agent_processes WHERE agent_id = $1 AND runner_id = $2 AND ref = $3', [
      agentId,
      runnerId,
      ended.ref,
    ]);
  }
}
