import { Injectable } from '@nestjs/common';
import {
  heldAwakeCeiling,
  type IdleSandbox,
  idleStops,
} from '../../../../domain/agents/sandboxes/idle-stops.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { Jobs } from '../../../../kernel/jobs/jobs.js';
import { type EndedTurn, TurnEndings } from '../../conversations/turns/turn-endings.js';
import type { RunnerCapabilities } from '../records/runner.entity.js';
import { isAlive } from './processes.js';
import type { StopReason } from './sandbox.entity.js';

export interface SandboxStop {
  agentId: string;
  reason: StopReason | 'deleted';
}

const AGAIN_SECONDS = 60;
const STARTED = `p.compute_state IN ('starting', 'running')`;
const FREE = `NOT EXISTS (SELECT FROM turns t WHERE t.agent_id = s.agent_id
  AND t.status IN ('queued', 'dispatched', 'running'))`;

const NOT_LATELY = `(s.stop_told_at IS NULL OR s.stop_told_at < now() - interval '${AGAIN_SECONDS} seconds')`;
const IN_TURN = 's.stop_told_at NULLS FIRST';

const TELL_ABANDONED = `
  WITH due AS MATERIALIZED (
    SELECT s.of_agent FROM abandoned_sandboxes s WHERE s.runner_id = $1 AND ${NOT_LATELY}
    ORDER BY ${IN_TURN}, s.of_agent LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE abandoned_sandboxes s SET stop_told_at = now() FROM due
  WHERE s.runner_id = $1 AND s.of_agent = due.of_agent RETURNING s.of_agent AS "agentId", 'deleted' AS reason`;

/** Also what is left of agents that are placed elsewhere by now. */
const TELL_DUE = `
  WITH due AS MATERIALIZED (
    SELECT s.agent_id FROM agent_sandboxes s
    LEFT JOIN agent_placements p ON p.agent_id = s.agent_id AND p.runner_id = s.runner_id
    WHERE s.runner_id = $1 AND ${NOT_LATELY}
      AND (p.agent_id IS NULL OR (s.stop_reason IS NOT NULL AND ${STARTED} AND ${FREE}))
    ORDER BY ${IN_TURN}, s.agent_id LIMIT $2 FOR NO KEY UPDATE OF s SKIP LOCKED)
  UPDATE agent_sandboxes s SET stop_told_at = now() FROM due
  WHERE s.runner_id = $1 AND s.agent_id = due.agent_id
  RETURNING s.agent_id AS "agentId", coalesce(s.stop_reason, 'evicted') AS reason`;

/** A runner that has not come for them in this time never will. */
const KEPT = '7 days';

/** Sandboxes that are to be stopped (04 §8.6.6, §9.3); each is told again every minute until its runner says it did. */
@Injectable()
export class SandboxStops {
  constructor(
    endings: TurnEndings,
    jobs: Jobs,
    private readonly db: Database,
    private readonly configuration: Configuration,
  ) {
    endings.onEnd((tx, turn) => this.worked(tx, turn));
    jobs.registerPeriodic('hosting.forget-abandoned-sandboxes', '23 4 * * *', () => this.forget());
  }

  async due(runnerId: string, capabilities: RunnerCapabilities, limit: number): Promise<SandboxStop[]> {
    await this.markIdle(runnerId, capabilities);
    const abandoned = await this.db.query<SandboxStop>(TELL_ABANDONED, [runnerId, limit]);
    const rest = await this.db.query<SandboxStop>(TELL_DUE, [runnerId, limit - abandoned.length]);
    return [...abandoned, ...rest];
  }

  private async markIdle(runnerId: string, { maxSandboxes }: RunnerCapabilities): Promise<void> {
    const { sandboxIdleStopSeconds, runnerOnlineThresholdSeconds, maxHeldAwakeSandboxes } =
      this.configuration;
    const idle = await this.db.query<IdleSandbox>(
      `SELECT s.agent_id AS "agentId", s.active_at AS "idleSince", EXISTS (
           SELECT FROM agent_processes x WHERE x.agent_id = s.agent_id AND x.runner_id = s.runner_id
             AND ${isAlive('$3')}) AS "worksInBackground"
       FROM agent_sandboxes s JOIN agent_placements p ON p.agent_id = s.agent_id AND p.runner_id = s.runner_id
       WHERE s.runner_id = $1 AND ${STARTED} AND s.stop_reason IS NULL AND ${FREE}
         AND s.active_at < clock_timestamp() - make_interval(secs => $2)`,
      [runnerId, sandboxIdleStopSeconds, runnerOnlineThresholdSeconds],
    );
    const stops = idleStops(idle, heldAwakeCeiling(maxSandboxes, maxHeldAwakeSandboxes));
    if (stops.length === 0) return;
    await this.db.query(
      `UPDATE agent_sandboxes s SET stop_reason = i.reason, stop_told_at = NULL
       FROM unnest($2::uuid[], $3::text[]) AS i (agent_id, reason)
       WHERE s.agent_id = i.agent_id AND s.runner_id = $1 AND s.stop_reason IS NULL`,
      [runnerId, stops.map(({ agentId }) => agentId), stops.map(({ reason }) => reason)],
    );
  }

  private async worked(tx: Tx, { id }: EndedTurn): Promise<void> {
    await tx.query(
      `UPDATE agent_sandboxes s SET active_at = clock_timestamp() FROM turns t
       WHERE t.id = $1 AND s.agent_id = t.agent_id`,
      [id],
    );
  }

  private async forget(): Promise<void> {
    await this.db.query(`DELETE FROM abandoned_sandboxes WHERE created_at < now() - interval '${KEPT}'`);
  }
}
