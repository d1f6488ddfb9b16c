import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/entity-columns.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { LEASE_SECONDS } from '../conversation-rules.js';
import { TurnEntity } from '../turn.entity.js';

/** An executor: a runner, and the one start of it that is at work. */
export interface Boot {
  runnerId: string;
  bootId: string;
}

export interface FairShare {
  /** Of one agent at once. */
  most: number;
  /** Runs under way, by agent. */
  busy: ReadonlyMap<string, number>;
}

export interface RenewedLease {
  leaseId: string;
  turnId: string;
  expiresAt: Date;
  abortRequested: boolean;
}

/** The turn that an agent works on while it asks for something. */
export interface CallingTurn {
  id: string;
  conversationId: string;
  userId: string | null;
}

export type ClaimedTurn = TurnEntity & { leaseId: string; leaseExpiresAt: Date };

const COLUMNS = selection(TurnEntity, undefined, 't');
const HELD = 'FOR NO KEY UPDATE OF d SKIP LOCKED FOR SHARE OF p SKIP LOCKED';
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
  claim(boot: Boot, limit: number): Promise<ClaimedTurn[]> {
    return this.handOut(
      `SELECT d.id FROM turns d JOIN agent_placements p ON p.agent_id = d.agent_id
       WHERE p.runner_id = $1 AND d.status = 'queued' AND d.claimable_at <= now()
       ORDER BY d.queued_at, d.id LIMIT $3 ${HELD}`,
      [boot.runnerId, boot.bootId, limit],
    );
  }

  /**
   * The same for an executor that gives all agents a turn: one of each agent before a second one of any, and never more of
   * one than its share. `busy` says how many of whom it is running.
   */
  claimInTurn(boot: Boot, limit: number, { most, busy }: FairShare): Promise<ClaimedTurn[]> {
    return this.handOut(
      `SELECT d.id FROM (
         SELECT q.id, coalesce(b.runs, 0) + row_number() OVER (
           PARTITION BY q.agent_id ORDER BY q.queued_at, q.id) AS place
         FROM turns q JOIN agent_placements o ON o.agent_id = q.agent_id
           LEFT JOIN unnest($5::uuid[], $6::int[]) AS b (agent_id, runs) ON b.agent_id = q.agent_id
         WHERE o.runner_id = $1 AND q.status = 'queued' AND q.claimable_at <= now()
       ) AS w JOIN turns d ON d.id = w.id JOIN agent_placements p ON p.agent_id = d.agent_id
       WHERE w.place <= $4 AND p.runner_id = $1 AND d.status = 'queued'
       ORDER BY w.place, d.queued_at, d.id LIMIT $3 ${HELD}`,
      [boot.runnerId, boot.bootId, limit, most, [...busy.keys()], [...busy.values()]],
    );
  }

  private handOut(due: string, parameters: readonly unknown[]): Promise<ClaimedTurn[]> {
    return this.db.tx(async (tx) => {
      const claimed = await tx.query<ClaimedTurn>(
        // Materialized: joined in a loop, the list would be made again for each row, and be longer than it may.
        `WITH due AS MATERIALIZED (${due})
         UPDATE turns t SET status = 'dispatched', attempt = t.attempt + 1, lease_id = gen_random_uuid(),
           lease_runner_id = $1, lease_boot_id = $2, lease_expires_at = ${LEASE}, lease_received = false,
           accepted_through = 0, observable = false, answered = false, stored_rows = 0, stored_bytes = 0
         FROM due WHERE t.id = due.id RETURNING ${COLUMNS}`,
        parameters,
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

  /** Whose lease this is, for another minute; null for one that is none of the agent's any more (04 §9.4). */
  async callingTurn(
    runnerId: string,
    agentId: string,
    leaseId: string | undefined,
  ): Promise<CallingTurn | null> {
    if (leaseId === undefined || !isUuid(leaseId)) return null;
    const [turn] = await this.db.query<CallingTurn>(
      `UPDATE turns t SET lease_expires_at = ${LEASE}, lease_received = true
       WHERE t.lease_id = $3 AND t.lease_runner_id = $1 AND t.agent_id = $2
         AND t.status IN ('dispatched', 'running') AND t.lease_expires_at > clock_timestamp()
       RETURNING t.id, t.conversation_id AS "conversationId", t.user_id AS "userId"`,
      [runnerId, agentId, leaseId],
    );
    return turn ?? null;
  }
}
