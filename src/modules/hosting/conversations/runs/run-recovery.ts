import { Injectable } from '@nestjs/common';
import { type Recovery, recoveryOf } from '../../../../domain/agents/conversations/lost-lease.js';
import { isLeased } from '../../../../domain/agents/conversations/turn-status.js';
import { Database, type Queryable, type Tx } from '../../../../kernel/database/database.js';
import { LEASE_SECONDS } from '../records/conversation-rules.js';
import { ConversationStore } from '../records/conversation-store.js';
import type { TurnEntity } from '../records/turn.entity.js';
import { TurnClosing } from '../turns/turn-closing.js';
import { TurnStore } from '../turns/turn-store.js';
import { WorkSignal } from '../turns/work-signal.js';
import type { Boot } from './run-queue.js';

export interface ResumedLease {
  turnId: string;
  leaseId: string;
}

/** A run that somebody has. */
export interface HeldLease extends ResumedLease {
  /** The agent works on it already. */
  running: boolean;
}

/** A restarted daemon may still hand in what it did before it was gone (04 §8.4.3). */
const GRACE_SECONDS = 120;
const AT_ONCE = 100;
const OVERDUE = `t.lease_expires_at < clock_timestamp() - CASE
  WHEN t.observable AND r.kind = 'external' THEN interval '${GRACE_SECONDS} seconds' ELSE interval '0' END`;

/** Runs whose executor is gone: repeated when nothing of them could be seen, else failed (04 §8.4). */
@Injectable()
export class RunRecovery {
  constructor(
    private readonly db: Database,
    private readonly conversations: ConversationStore,
    private readonly turns: TurnStore,
    private readonly closing: TurnClosing,
    private readonly work: WorkSignal,
  ) {}

  /** Leases nobody renewed. What another process is busy with is left to it. */
  async expire(): Promise<void> {
    const overdue = await this.db.query<{ id: string }>(
      `SELECT t.id FROM turns t LEFT JOIN runners r ON r.id = t.lease_runner_id
       WHERE t.status IN ('dispatched', 'running') AND ${OVERDUE} ORDER BY t.lease_expires_at LIMIT $1`,
      [AT_ONCE],
    );
    for (const { id } of overdue) await this.db.tx((tx) => this.loseIf(tx, id, OVERDUE, []));
  }

  /**
   * What earlier starts of the runner held: kept for the new one where it says so, lost at once otherwise (R38.5). Answers
   * the leases that were kept.
   */
  async supersede({ runnerId, bootId }: Boot, resume: readonly ResumedLease[]): Promise<string[]> {
    const kept = await this.db.query<{ leaseId: string }>(
      `UPDATE turns t SET lease_boot_id = $2, lease_received = true,
         lease_expires_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
       FROM unnest($3::uuid[], $4::uuid[]) AS named (turn_id, lease_id)
       WHERE t.id = named.turn_id AND t.lease_id = named.lease_id AND t.lease_runner_id = $1
         AND t.status IN ('dispatched', 'running') RETURNING t.lease_id AS "leaseId"`,
      [runnerId, bootId, resume.map(({ turnId }) => turnId), resume.map(({ leaseId }) => leaseId)],
    );
    await this.loseAll('t.lease_runner_id = $1 AND t.lease_boot_id <> $2', [runnerId, bootId]);
    return kept.map(({ leaseId }) => leaseId);
  }

  /** What earlier starts of one of several executors of a runner held: those whose names begin with its own (04 §11.1). */
  async supersedeNamed({ runnerId, bootId }: Boot, prefix: string): Promise<void> {
    const ofIts = 't.lease_runner_id = $1 AND t.lease_boot_id <> $2 AND starts_with(t.lease_boot_id, $3)';
    await this.loseAll(ofIts, [runnerId, bootId, prefix]);
  }

  /** `condition` about `turns t`, which is judged again under the locks. */
  private async loseAll(condition: string, parameters: readonly string[]): Promise<void> {
    const held = await this.db.query<{ id: string }>(
      `SELECT t.id FROM turns t WHERE t.status IN ('dispatched', 'running') AND ${condition}`,
      parameters,
    );
    for (const { id } of held) await this.db.tx((tx) => this.loseIf(tx, id, condition, parameters, false));
  }

  heldBy(q: Queryable, { agentId, runnerId }: { agentId: string; runnerId: string }): Promise<HeldLease[]> {
    return q.query<HeldLease>(
      `SELECT id AS "turnId", lease_id AS "leaseId", status = 'running' AS running FROM turns
       WHERE agent_id = $1 AND lease_runner_id = $2 AND status IN ('dispatched', 'running') ORDER BY id`,
      [agentId, runnerId],
    );
  }

  /** Those whose compute is known to be gone: nobody comes back with what they did, so that nothing is waited for. */
  async loseNow(leases: readonly ResumedLease[]): Promise<void> {
    for (const { turnId, leaseId } of leases)
      await this.db.tx((tx) => this.loseIf(tx, turnId, 't.lease_id = $1', [leaseId], false));
  }

  private async loseIf(
    tx: Tx,
    turnId: string,
    condition: string,
    parameters: readonly string[],
    skip = true,
  ): Promise<void> {
    if ((await this.conversations.lockOfTurn(tx, turnId, { skip })) === null) return;
    const turn = await this.turns.lock(tx, turnId);
    const still = await tx.query(
      `SELECT 1 FROM turns t LEFT JOIN runners r ON r.id = t.lease_runner_id
       WHERE t.id = $${parameters.length + 1} AND ${condition}`,
      [...parameters, turnId],
    );
    if (still.length > 0 && isLeased(turn.status)) await this.lose(tx, turn);
  }

  private async lose(tx: Tx, turn: TurnEntity): Promise<void> {
    const recovery = recoveryOf({
      observable: turn.observable,
      requeued: turn.requeued,
      received: turn.leaseReceived,
      unreceived: turn.unreceived,
      abortRequested: turn.abortRequestedAt !== null,
    });
    if (recovery.to === 'queued') return this.requeue(tx, turn, recovery.spends);
    await this.closing.close(tx, turn, endingOf(recovery));
    // Nothing that is reported under this lease counts any more.
    await tx.query('UPDATE turns SET lease_id = NULL WHERE id = $1', [turn.id]);
  }

  private async requeue(tx: Tx, { id }: TurnEntity, spends: 'requeue' | 'unreceived'): Promise<void> {
    await tx.query(
      `UPDATE turns SET status = 'queued', queued_at = clock_timestamp(), claimable_at = now(), started_at = NULL,
         lease_id = NULL, lease_runner_id = NULL, lease_boot_id = NULL, lease_expires_at = NULL,
         requeued = requeued OR $2, unreceived = unreceived + CASE WHEN $2 THEN 0 ELSE 1 END
       WHERE id = $1`,
      [id, spends === 'requeue'],
    );
    await this.work.due(tx);
  }
}

function endingOf(recovery: Exclude<Recovery, { to: 'queued' }>): Parameters<TurnClosing['close']>[2] {
  if (recovery.to === 'aborted') return { status: 'aborted' };
  const { error, code } = recovery;
  return { status: 'failed', failure: { error, code } };
}
