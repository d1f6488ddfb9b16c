import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { picked, selection } from '../../../kernel/database/statements/entity-columns.js';
import { workspaceScope } from '../../../kernel/database/scope.js';
import { declareAudited } from '../../foundation/audit/audited.js';
import { ApprovalEvents } from './approval-events.js';
import { type NewApproval, type Settlement, SETTLEMENT_FIELDS } from './approval-rows.js';
import { ApprovalEntity } from './approval.entity.js';
import type { ApprovalState, Offer } from './approval.js';
import { GatewayProcessEntity } from './gateway-process.entity.js';
import { LIVE_OWNER, OWNER_SILENT_SECONDS } from './live-owner.js';

/** 06 §15.1.6. */
const MAX_PER_AGENT = 100;
const MAX_PER_WORKSPACE = 1_000;

/** Ends that the holding process brings about by itself. */
type OwnEnd = Extract<ApprovalState, 'expired' | 'cancelled' | 'released'>;

/** With what the audit entry tells of the request. */
type Taken = Settlement &
  Pick<ApprovalEntity, (typeof PLACE)[number]> & { offer: Offer; method: string; host: string };

const PLACE = ['organizationId', 'workspaceId', 'agentId'] as const;

type Lifetime = Pick<ApprovalEntity, (typeof LIFETIME)[number]>;

const LIFETIME = ['createdAt', 'expiresAt'] as const;

export interface OpenApproval {
  id: string;
  decided: boolean;
  bodyAsked: boolean;
}

/** The beginning of a body as it will be sent. */
export interface HeldBody {
  bytes: Buffer;
  whole: boolean;
}

/**
 * The book of held requests, written by the process that holds them. Only that process ever moves a row to
 * `approved` or `denied`, by one conditional update; other processes may only declare it dead (06 §15.2, §17.2).
 * What a method answers is what the row says, so that every one of them can be repeated after a fault.
 */
@Injectable()
export class ApprovalLedger {
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly db: Database,
    private readonly events: ApprovalEvents,
  ) {}

  /**
   * Records a held request with whatever belongs to the same commit; null when the agent or the workspace
   * holds too many. One at a time per workspace, so that a burst takes one connection and not all of them.
   */
  add(
    approval: NewApproval,
    alongside: (tx: Tx, createdAt: Date) => Promise<void>,
  ): Promise<Lifetime | null> {
    return this.inTurn(approval.workspaceId, () =>
      this.db.tx(async (tx) => {
        await tx.lock(`approvals:${approval.workspaceId}`);
        const [row] = await tx.query<Lifetime>(INSERT, parametersOf(approval));
        if (row === undefined) return null;
        await alongside(tx, row.createdAt);
        await this.events.added(tx, approval);
        return row;
      }),
    );
  }

  /** Carries out the decision that was offered; null while there is none. */
  async take(id: string, ownerId: string): Promise<Settlement | null> {
    const taken = await this.db.tx(async (tx) => {
      const [row] = await tx.query<Taken>(TAKE, [id, ownerId]);
      if (row === undefined) return null;
      await declareAudited(row.offer.auditedAs).record(
        tx,
        { ...workspaceScope(row), by: row.offer.actor },
        row.offer.decision,
        { approvalId: id, agentId: row.agentId, method: row.method, host: row.host },
      );
      await this.events.settled(tx, id);
      return { state: row.state, settledAt: row.settledAt, decidedBy: row.decidedBy };
    });
    return taken ?? this.settlementOf(id);
  }

  /** Ends a held request without a decision, unless one was offered before; that one is carried out instead. */
  async expire(id: string, ownerId: string): Promise<Settlement> {
    return (
      (await this.end(id, ownerId, 'expired', 'offer IS NULL')) ??
      (await this.take(id, ownerId)) ??
      // The offer was withdrawn between the two statements.
      this.abandon(id, ownerId, 'expired')
    );
  }

  /** Ends a held request whatever was offered. */
  async abandon(id: string, ownerId: string, state: OwnEnd): Promise<Settlement> {
    return (await this.end(id, ownerId, state, 'true')) ?? { state, settledAt: new Date(), decidedBy: null };
  }

  /** The same for everything a process holds, and its name in the list of processes. */
  async releaseOwner(ownerId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      const released = await tx.query<{ id: string }>(
        `UPDATE approvals SET state = 'released', settled_at = now(), request = NULL, body = NULL
         WHERE owner_id = $1 AND state = 'pending' RETURNING id`,
        [ownerId],
      );
      await tx.repository(GatewayProcessEntity).delete({ id: ownerId });
      for (const { id } of released) await this.events.settled(tx, id);
    });
  }

  /** Says that this process lives. */
  async beat(ownerId: string): Promise<void> {
    await this.db.query(
      `INSERT INTO gateway_processes (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
      [ownerId],
    );
  }

  /**
   * Releases what dead processes held; nothing of it was or will be forwarded. Answers in how many milliseconds the
   * next one that holds something will be dead unless it is heard before; null where nobody holds anything.
   */
  async releaseDead(alongside: (tx: Tx, ids: string[]) => Promise<void>): Promise<number | null> {
    const dead = await this.nextDeath();
    if (dead === null || dead > 0) return dead;
    await this.db.tx(async (tx) => {
      const released = await tx.query<{ id: string }>(
        `UPDATE approvals a SET state = 'released', settled_at = now(), request = NULL, body = NULL
         WHERE a.state = 'pending' AND NOT ${LIVE_OWNER} RETURNING a.id`,
      );
      const ids = released.map((row) => row.id);
      await alongside(tx, ids);
      for (const id of ids) await this.events.settled(tx, id);
    });
    return this.nextDeath();
  }

  /** An owner that is in no list counts as dead for long. */
  private async nextDeath(): Promise<number | null> {
    const [row] = await this.db.query<{ dueMs: number | null }>(
      `SELECT (min(coalesce(extract(epoch FROM p.seen_at - now()) + ${OWNER_SILENT_SECONDS}, 0)) * 1000)::float8 AS "dueMs"
       FROM approvals a LEFT JOIN gateway_processes p ON p.id = a.owner_id WHERE a.state = 'pending'`,
    );
    return row!.dueMs;
  }

  /** Writes the beginning of a body for whoever asked to see it. */
  async noteBody(id: string, ownerId: string, { bytes, whole }: HeldBody): Promise<void> {
    await this.db.tx(async (tx) => {
      await tx.query(
        `UPDATE approvals SET body = $3, body_whole = $4, body_asked = false
         WHERE id = $1 AND owner_id = $2 AND state = 'pending'`,
        [id, ownerId, bytes, whole],
      );
      await this.events.settled(tx, id);
    });
  }

  /** What the book says this process holds. */
  openOf(ownerId: string): Promise<OpenApproval[]> {
    return this.db.query<OpenApproval>(
      `SELECT id, offer IS NOT NULL AS decided, body_asked AS "bodyAsked" FROM approvals WHERE owner_id = $1 AND state = 'pending'`,
      [ownerId],
    );
  }

  /** Null while it is pending. A row that went with its agent or workspace counts as released. */
  async settlementOf(id: string): Promise<Settlement | null> {
    const [row] = await this.db
      .repository(ApprovalEntity)
      .find({ select: picked(SETTLEMENT_FIELDS), where: { id } });
    if (row === undefined) return { state: 'released', settledAt: new Date(), decidedBy: null };
    return row.state === 'pending' ? null : (row as Settlement);
  }

  /** Forgets approvals and processes that nobody can ask about any more. */
  async purge(): Promise<void> {
    await this.db.query(
      `DELETE FROM approvals WHERE state <> 'pending' AND settled_at < now() - interval '1 hour'`,
    );
    await this.db.query(`DELETE FROM gateway_processes WHERE seen_at < now() - interval '1 hour'`);
  }

  /** Null when the condition kept it from ending; otherwise how it ended, now or before. */
  private async end(
    id: string,
    ownerId: string,
    state: OwnEnd,
    condition: string,
  ): Promise<Settlement | null> {
    const ended = await this.db.tx(async (tx) => {
      const [row] = await tx.query<Settlement>(
        `UPDATE approvals SET state = $3, settled_at = now(), request = NULL, body = NULL
         WHERE id = $1 AND owner_id = $2 AND state = 'pending' AND ${condition}
         RETURNING ${selection(ApprovalEntity, SETTLEMENT_FIELDS)}`,
        [id, ownerId, state],
      );
      if (row === undefined) return null;
      await this.events.settled(tx, id);
      return row;
    });
    return ended ?? this.settlementOf(id);
  }

  private inTurn<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.turns.get(workspaceId) ?? Promise.resolve()).then(work);
    const over = mine.catch(() => undefined);
    this.turns.set(workspaceId, over);
    void over.then(() => this.turns.get(workspaceId) === over && this.turns.delete(workspaceId));
    return mine;
  }
}

const INSERT = `
  INSERT INTO approvals (id, owner_id, organization_id, workspace_id, agent_id, request, expires_at)
  SELECT $1, $2, $3, $4, $5, $6::jsonb, now() + make_interval(secs => $7)
  WHERE (SELECT count(*) FROM approvals WHERE workspace_id = $4 AND state = 'pending') < ${MAX_PER_WORKSPACE}
    AND (SELECT count(*) FROM approvals WHERE agent_id = $5 AND state = 'pending') < ${MAX_PER_AGENT}
  RETURNING ${selection(ApprovalEntity, LIFETIME)}`;

/** The request is read before it is emptied: an updated row is joined with itself as it was. */
const TAKE = `
  UPDATE approvals a
  SET state = CASE taken.offer->>'decision' WHEN 'approve' THEN 'approved' ELSE 'denied' END,
    settled_at = now(), request = NULL, body = NULL,
    decided_by = (SELECT id FROM users WHERE id = (taken.offer->'actor'->>'userId')::uuid)
  FROM (SELECT id, offer, request FROM approvals
        WHERE id = $1 AND owner_id = $2 AND state = 'pending' AND offer IS NOT NULL FOR UPDATE) taken
  WHERE a.id = taken.id
  RETURNING ${selection(ApprovalEntity, [...SETTLEMENT_FIELDS, ...PLACE], 'a')}, taken.offer,
    taken.request->>'method' AS method, taken.request->>'host' AS host`;

function parametersOf(approval: NewApproval): unknown[] {
  const { id, ownerId, organizationId, workspaceId, agentId, request, lifetimeSeconds } = approval;
  return [id, ownerId, organizationId, workspaceId, agentId, JSON.stringify(request), lifetimeSeconds];
}
