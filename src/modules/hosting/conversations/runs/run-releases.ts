import { Injectable, Logger } from '@nestjs/common';
import { failureOf, type TurnErrorCode } from '../../../../domain/agents/conversations/turn-failure.js';
import { redactText } from '../../../../domain/text/redact-text.js';
import { Database } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { WorkSignal } from '../turns/work-signal.js';
import { type LeaseClaim, RunLeases } from './run-leases.js';
import { type HeldLease, RunRecovery } from './run-recovery.js';
import { runErrors } from './run.errors.js';
import { WaitingFailures } from './waiting-failures.js';

/** 04 §8.4.6. */
const RETRY_SECONDS = 30;
const PATIENCE_SECONDS = 150;

/** Runs that their executor hands back before anything of them could be seen: it goes, or the agent did not start. */
@Injectable()
export class RunReleases {
  private readonly log = new Logger(RunReleases.name);

  constructor(
    private readonly db: Database,
    private readonly leases: RunLeases,
    private readonly failures: WaitingFailures,
    private readonly work: WorkSignal,
    private readonly recovery: RunRecovery,
  ) {}

  /** `reasonCode`: why the agent could not be started; another executor, or the same one later, tries again. */
  async release(claim: LeaseClaim, reasonCode: string | undefined, error?: string): Promise<void> {
    const startFailure = reasonCode === undefined ? null : startFailureOf(reasonCode);
    const agentId = await this.handBack(claim, startFailure);
    if (startFailure === null) return;
    // People read a sentence of ours; this is for the operator (04 §8.5).
    const told = { agentId, code: reasonCode ?? startFailure, reason: redactText(error ?? '') };
    this.log.warn(told, 'agent could not be started');
    await this.giveUpIfDue(agentId, startFailure);
  }

  /** Of these runs of the agent none can begin, and what waits is tried later. What began already is not undone by it. */
  async startFailed(
    { agentId, runnerId }: { agentId: string; runnerId: string },
    held: readonly HeldLease[],
    reasonCode: string,
  ): Promise<void> {
    const startFailure = startFailureOf(reasonCode);
    for (const { turnId, leaseId, running } of held) {
      const back = await this.handBack({ runnerId, turnId, leaseId }, startFailure).catch(refused);
      if (running && back === null) await this.recovery.loseNow([{ turnId, leaseId }]);
    }
    await this.db.query(
      `UPDATE turns SET start_failure = $2, claimable_at = now() + interval '${RETRY_SECONDS} seconds'
       WHERE id IN (SELECT id FROM turns WHERE agent_id = $1 AND status = 'queued' FOR NO KEY UPDATE SKIP LOCKED)`,
      [agentId, startFailure],
    );
    await this.giveUpIfDue(agentId, startFailure);
  }

  /** Agents whose start has been tried for long enough. */
  async losePatience(): Promise<void> {
    const given = await this.db.query<{ agentId: string; code: TurnErrorCode }>(
      `SELECT DISTINCT ON (agent_id) agent_id AS "agentId", start_failure AS code FROM turns
       WHERE status = 'queued' AND start_failure IS NOT NULL
         AND queued_at < clock_timestamp() - interval '${PATIENCE_SECONDS} seconds' ORDER BY agent_id, queued_at`,
    );
    for (const { agentId, code } of given) await this.failures.failAll(agentId, failureOf(code));
  }

  /** Answers whose turn it is. */
  private handBack(claim: LeaseClaim, startFailure: TurnErrorCode | null): Promise<string> {
    return this.db.tx(async (tx) => {
      const { turn, over } = await this.leases.hold(tx, claim);
      if (over || turn.observable)
        throw new AppError(over ? runErrors.lease_lost : runErrors.run_is_observable);
      await tx.query(
        `UPDATE turns SET status = 'queued', started_at = NULL, start_failure = $2,
           claimable_at = now() + CASE WHEN $2::text IS NULL THEN interval '0' ELSE interval '${RETRY_SECONDS} seconds' END,
           lease_id = NULL, lease_runner_id = NULL, lease_boot_id = NULL, lease_expires_at = NULL
         WHERE id = $1`,
        [turn.id, startFailure],
      );
      await this.work.due(tx);
      return turn.agentId;
    });
  }

  private async giveUpIfDue(agentId: string, startFailure: TurnErrorCode): Promise<void> {
    if (startFailure === 'image_unavailable') await this.failures.failAll(agentId, failureOf(startFailure));
    else await this.losePatience();
  }
}

/** A run that is over, or cannot be handed back any more. */
function refused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

function startFailureOf(reasonCode: string): TurnErrorCode {
  return reasonCode === 'image_unavailable' || reasonCode === 'at_capacity'
    ? reasonCode
    : 'agent_start_failed';
}
