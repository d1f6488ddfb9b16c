import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { LEASE_SECONDS } from '../records/conversation-rules.js';
import { TurnEntity } from '../records/turn.entity.js';

/** An executor: a runner, and the one start of it that is at work. */
export interface Boot {
  runnerId: string;
  bootId: string;
}

export interface FairShare {
  /** Turns of one agent at once. */
  ofAgent: number;
  /** Turns of all agents at once. */
  capacity: number;
  /** Turns under way, by agent. */
  busy: ReadonlyMap<string, number>;
  /** Organizations that had a turn here in the last ten minutes; two of them are enough to know (`OrganizationShares`). */
  recent: readonly string[];
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

export type ClaimedTurn = TurnEntity & { leaseId: string; leaseExpiresAt: Date; organizationId: string };

const COLUMNS = selection(TurnEntity, undefined, 't');
const LEASE = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;
/** More than any runner takes. */
const MAX_ANY = 1_000_000;

/**
 * Each waiting turn gets a place in its agent's line, its workspace's and its organization's, behind what is under way of
 * each. An organization's share of `$7` places is half of them where another one waits or had one lately (`$8`), all but
 * one where another one exists; the last free place goes to an organization that has none (R62).
 */
const CLAIM = `
  WITH busy AS (
    SELECT b.agent_id, b.runs, a.workspace_id, a.organization_id
    FROM unnest($5::uuid[], $6::int[]) AS b (agent_id, runs) JOIN agents a ON a.id = b.agent_id
  ), waiting AS (
    SELECT q.id, q.queued_at, a.workspace_id, a.organization_id,
      coalesce(b.runs, 0) + row_number() OVER (PARTITION BY q.agent_id ORDER BY q.queued_at, q.id) AS of_agent
    FROM turns q JOIN agent_placements o ON o.agent_id = q.agent_id JOIN agents a ON a.id = q.agent_id
      LEFT JOIN busy b ON b.agent_id = q.agent_id
    WHERE o.runner_id = $1 AND q.status = 'queued' AND q.claimable_at <= now()
  ), by_workspace AS (
    SELECT w.*, coalesce(b.runs, 0) + row_number() OVER (
        PARTITION BY w.workspace_id ORDER BY w.of_agent, w.queued_at, w.id) AS of_workspace
    FROM waiting w LEFT JOIN (SELECT workspace_id, sum(runs) AS runs FROM busy GROUP BY 1) b USING (workspace_id)
    WHERE w.of_agent <= $4
  ), by_organization AS (
    SELECT w.*, coalesce(b.runs, 0) + row_number() OVER (
        PARTITION BY w.organization_id ORDER BY w.of_workspace, w.queued_at, w.id) AS of_organization
    FROM by_workspace w LEFT JOIN (SELECT organization_id, sum(runs) AS runs FROM busy GROUP BY 1) b
      USING (organization_id)
  ), others AS (
    SELECT EXISTS (SELECT FROM organizations OFFSET 1) AS exist,
      ARRAY(SELECT unnest($8::text[]) UNION SELECT DISTINCT organization_id FROM by_organization) AS active
  ), shared AS (
    SELECT w.*, row_number() OVER (ORDER BY w.of_organization, w.queued_at, w.id) AS place, o.exist
    FROM by_organization w CROSS JOIN others o
    WHERE w.of_organization <= CASE
      WHEN NOT o.exist THEN $7
      WHEN EXISTS (SELECT FROM unnest(o.active) other WHERE other <> w.organization_id) THEN greatest($7 / 2, 1)
      ELSE greatest($7 - 1, 1) END
  ), due AS MATERIALIZED (
    SELECT d.id, w.organization_id
    FROM shared w JOIN turns d ON d.id = w.id JOIN agent_placements p ON p.agent_id = d.agent_id
    WHERE p.runner_id = $1 AND d.status = 'queued'
      AND (NOT w.exist OR w.of_organization = 1
        OR w.place < $7 - (SELECT coalesce(sum(runs), 0) FROM unnest($6::int[]) AS taken (runs)))
    ORDER BY w.place LIMIT $3
    FOR NO KEY UPDATE OF d SKIP LOCKED FOR SHARE OF p SKIP LOCKED)
  UPDATE turns t SET status = 'dispatched', attempt = t.attempt + 1, lease_id = gen_random_uuid(),
    lease_runner_id = $1, lease_boot_id = $2, lease_expires_at = ${LEASE}, lease_received = false,
    accepted_through = 0, observable = false, answered = false, stored_rows = 0, stored_bytes = 0
  FROM due WHERE t.id = due.id RETURNING ${COLUMNS}, due.organization_id AS "organizationId"`;

/**
 * Turns and who runs them (04 §8.4): handed out under a lease with row locks, so that any number of processes share the
 * work and none is handed out twice. Used by the runner protocol and by the runner inside this process alike.
 */
@Injectable()
export class RunQueue {
  constructor(private readonly db: Database) {}

  /**
   * Turns of agents that are placed at this runner; a turn that another process is busy with comes next time. The placement
   * is held, too: an agent that is being moved gets no work from where it was (04 §8.3.3). Organizations take turns, then
   * their workspaces, then their agents; of each agent the oldest comes first (R62).
   */
  claim(boot: Boot, limit: number): Promise<ClaimedTurn[]> {
    return this.handOut(boot, limit, { ofAgent: MAX_ANY, capacity: MAX_ANY, busy: new Map(), recent: [] });
  }

  /** The same for an executor of so many places: no agent and no organization gets more of them than its share. */
  claimInTurn(boot: Boot, limit: number, share: FairShare): Promise<ClaimedTurn[]> {
    return this.handOut(boot, limit, share);
  }

  private handOut(boot: Boot, limit: number, share: FairShare): Promise<ClaimedTurn[]> {
    const { ofAgent, capacity, busy, recent } = share;
    return this.db.tx(async (tx) => {
      const claimed = await tx.query<ClaimedTurn>(CLAIM, [
        boot.runnerId,
        boot.bootId,
        limit,
        ofAgent,
        [...busy.keys()],
        [...busy.values()],
        capacity,
        recent,
      ]);
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
