import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/entity-columns.js';
import { LEASE_SECONDS } from '../conversation-rules.js';
import { TurnEntity } from '../turn.entity.js';

/** An executor: a runner, and the one start of it that is at work. */
export interface Boot {
  runnerId: string;
  bootId: string;
}

export interface RenewedLease {
  leaseId: string;
  turnId: string;
  expiresAt: Date;
  abortRequested: boolean;
}

export type ClaimedTurn = TurnEntity & { leaseId: string; leaseExpiresAt: Date };

const COLUMNS = selection(TurnEntity, undefined, 't');
const LEASE = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;

/**
 * Turns and who runs them (04 §8.4): handed out under a lease with row locks, so that any number of processes share the
 * work and none is handed out twice. Used by the runner protocol and by the runner inside this process alike.
 */
@Injectable()
export class RunQueue {
  constructor(private readonly db: Database) {}

  /**
   * The oldest ones of agents that are placed at this runner; a turn somebody is busy with comes next time. The placement
   * is held too: an agent that is being moved gets no work from where it was (04 §8.3.3).
   */
  claim({ runnerId, bootId }: Boot, limit: number): Promise<ClaimedTurn[]> {
    return this.db.tx(async (tx) => {
      const claimed = await tx.query<ClaimedTurn>(
        `UPDATE turns t SET status = 'dispatched', attempt = t.attempt + 1, lease_id = gen_random_uuid(),
           lease_runner_id = $1, lease_boot_id = $2, lease_expires_at = ${LEASE}, lease_received = false,
           accepted_through = 0, observable = false, answered = false, stored_rows = 0, stored_bytes = 0
         FROM (
           SELECT d.id FROM turns d JOIN agent_placements p ON p.agent_id = d.agent_id
           WHERE p.runner_id = $1 AND d.status = 'queued' AND d.claimable_at <= now()
           ORDER BY d.queued_at, d.id LIMIT $3
           FOR NO KEY UPDATE OF d SKIP LOCKED FOR SHARE OF p SKIP LOCKED
         ) AS due WHERE t.id = due.id RETURNING ${COLUMNS}`,
        [runnerId, bootId, limit],
      );
      return claimed.sort((one, other) => one.queuedAt.getTime() - other.queuedAt.getTime());
    });
  }

  /** The leases that are still held, for another minute; what is not among them is lost. */
  renew({ runnerId, bootId }: Boot, leaseIds: readonly string[]): Promise<RenewedLease[]> {
    return this.db.tx((tx) =>
      tx.query<RenewedLease>(
        `UPDATE turns t SET lease_expires_at = ${LEASE}, lease_received = true
         FROM (
           SELECT id FROM turns WHERE lease_id = ANY ($3) AND lease_runner_id = $1 AND lease_boot_id = $2
             AND status IN ('dispatched', 'running') AND lease_expires_at > clock_timestamp()
           ORDER BY id FOR NO KEY UPDATE
         ) AS held WHERE t.id = held.id
         RETURNING t.lease_id AS "leaseId", t.id AS "turnId", t.lease_expires_at AS "expiresAt",
           t.abort_requested_at IS NOT NULL AS "abortRequested"`,
        [runnerId, bootId, leaseIds],
      ),
    );
  }
}
