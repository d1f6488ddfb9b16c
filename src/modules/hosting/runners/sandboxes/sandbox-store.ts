import { Injectable } from '@nestjs/common';
import type { Compute, ComputeChange } from '../../../../domain/agents/sandboxes/compute-report.js';
import { isStarted } from '../../../../domain/agents/sandboxes/compute-report.js';
import { Database, type Queryable, type Tx } from '../../../../kernel/database/database.js';

/** An agent at a runner. */
export interface Place {
  readonly runnerId: string;
  readonly agentId: string;
}

const OF = 'agent_id = $1 AND runner_id = $2';

/** The rows of `agent_sandboxes`, and with them what placements tell of compute. */
@Injectable()
export class SandboxStore {
  constructor(private readonly db: Database) {}

  async ensure(q: Queryable, { agentId, runnerId }: Place): Promise<void> {
    await q.query(
      'INSERT INTO agent_sandboxes (agent_id, runner_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [agentId, runnerId],
    );
  }

  /** With both rows held; null for an agent that is not placed there. */
  async lock(tx: Tx, place: Place): Promise<Compute | null> {
    const key = [place.agentId, place.runnerId];
    const [placed] = await tx.query<{ state: Compute['state'] }>(
      `SELECT compute_state AS state FROM agent_placements WHERE ${OF} FOR NO KEY UPDATE`,
      key,
    );
    if (placed === undefined) return null;
    await this.ensure(tx, place);
    const [sandbox] = await tx.query<{ ref: string | null }>(
      `SELECT compute_ref AS ref FROM agent_sandboxes WHERE ${OF} FOR NO KEY UPDATE`,
      key,
    );
    return { state: placed.state, ref: sandbox!.ref };
  }

  /** What has stopped needs no stop, and what is new has nothing of its home yet. */
  async record(
    tx: Tx,
    { agentId, runnerId }: Place,
    { state, ref, isNew }: ComputeChange,
    homeRef: string | undefined,
  ): Promise<void> {
    await tx.query(`UPDATE agent_placements SET compute_state = $3 WHERE ${OF}`, [agentId, runnerId, state]);
    await tx.query(
      `UPDATE agent_sandboxes SET compute_ref = $3, home_ref = coalesce($4, home_ref),
         active_at = CASE WHEN $5 THEN clock_timestamp() ELSE active_at END,
         applied_generation = CASE WHEN $5 THEN NULL ELSE applied_generation END,
         synced_at = CASE WHEN $5 THEN NULL ELSE synced_at END,
         stop_reason = CASE WHEN $6 THEN NULL ELSE stop_reason END,
         stop_told_at = CASE WHEN $6 THEN NULL ELSE stop_told_at END
       WHERE ${OF}`,
      [agentId, runnerId, ref, homeRef ?? null, isNew, isNew || !isStarted(state)],
    );
  }

  /** What was left of an agent that is gone from there, or altogether; false when there was nothing. */
  async forget(tx: Tx, { agentId, runnerId }: Place): Promise<boolean> {
    const gone = await tx.query(
      `WITH moved AS (DELETE FROM agent_sandboxes WHERE ${OF} RETURNING 1),
         abandoned AS (DELETE FROM abandoned_sandboxes WHERE of_agent = $1 AND runner_id = $2 RETURNING 1)
       SELECT FROM moved UNION ALL SELECT FROM abandoned`,
      [agentId, runnerId],
    );
    return gone.length > 0;
  }

  /** Takes one of the allowance, which fills up by one every so many seconds; else answers how many to wait. */
  async paceMemories(place: Place, atOnce: number, everySeconds: number): Promise<number> {
    const { agentId, runnerId } = place;
    await this.ensure(this.db, place);
    const spare = (atOnce - 1) * everySeconds;
    const taken = await this.db.query(
      `UPDATE agent_sandboxes SET memories_paced_until =
         greatest(memories_paced_until, clock_timestamp()) + make_interval(secs => $4)
       WHERE ${OF} AND coalesce(memories_paced_until, '-infinity') <= clock_timestamp() + make_interval(secs => $3)
       RETURNING 1`,
      [agentId, runnerId, spare, everySeconds],
    );
    return taken.length > 0 ? 0 : everySeconds;
  }
}
