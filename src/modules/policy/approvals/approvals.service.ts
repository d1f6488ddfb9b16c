import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { Drain } from '../../../kernel/process/drain.js';
import type { Measured } from '../../../kernel/metrics/labelled.js';
import { Metrics } from '../../../kernel/metrics/metrics.js';
import { ApprovalEvents, type Wake } from './approval-events.js';
import type { ApprovalDecider, ApprovalDecision, ApprovalScope, Offer } from './approval.js';
import { PENDING_FIELDS, type PendingApproval, type SentBody } from './approval-rows.js';
import { ApprovalEntity } from './approval.entity.js';
import { LIVE_OWNER } from './live-owner.js';
import { approvalErrors } from './approval.errors.js';
import type { ErrorDefinition } from '../../../kernel/errors/error-definition.js';

/** Clients give a decision five seconds (07 C4.6). */
const TAKEN_WITHIN_MS = 4_000;
const LOOK_AGAIN_MS = 500;
/** How long a poll trusts wake-ups alone, with and without a channel that is proven to work. */
const TRUST_MS = 5_000;
const DISTRUST_MS = 1_000;
/** Bounds one answer; what is beyond comes with the next poll, which excludes these. */
const MAX_LISTED = 1_000;
/** 06 §15.5: how long after its end an expired approval is still told from an unknown one. */
const EXPIRED_KNOWN = '10 minutes';

type Asked = Pick<ApprovalEntity, 'bodyAsked'>;

export interface PollOptions {
  exclude: readonly string[];
  waitSeconds: number;
  /** Aborts when the caller went away. */
  gone?: AbortSignal;
}

/**
 * What people and their programs do with held requests: look and decide. Works in any process; whichever one
 * holds the request carries the decision out (docs/adr/0006-offer-protocol-for-approval-decisions.md).
 */
@Injectable()
export class ApprovalsService {
  private readonly polls: Measured;

  constructor(
    private readonly db: Database,
    private readonly events: ApprovalEvents,
    private readonly drain: Drain,
    metrics: Metrics,
  ) {
    this.polls = metrics.gauge({
      name: 'gateway_approval_polls',
      help: 'Open long polls for pending approvals',
    });
  }

  /**
   * Pending approvals, oldest first: at once when there are any, otherwise what is there after the wait. Listens
   * before it looks, so that nothing can slip in between. A process that shuts down answers with none.
   */
  async pending(
    scope: ApprovalScope,
    { exclude, waitSeconds, gone }: PollOptions,
  ): Promise<PendingApproval[]> {
    const wake = this.events.additions(scope);
    const interrupted = gone ? AbortSignal.any([gone, this.drain.signal]) : this.drain.signal;
    const deadline = performance.now() + waitSeconds * 1_000;
    this.polls.inc();
    try {
      for (;;) {
        const found = await this.list(scope, exclude);
        const left = deadline - performance.now();
        if (found.length > 0 || left <= 0) return found;
        await wake.next(Math.min(left, this.events.alive() ? TRUST_MS : DISTRUST_MS), interrupted);
        if (interrupted.aborted) return [];
      }
    } finally {
      this.polls.dec();
      wake.stop();
    }
  }

  /** The pending approval of the request that its agent sent under this name. */
  async pendingWithTag(agentId: string, tag: string): Promise<PendingApproval | null> {
    const [row] = await this.db.query<PendingApproval>(
      `SELECT ${selection(ApprovalEntity, PENDING_FIELDS, 'a')} FROM approvals a
       WHERE a.agent_id = $1 AND a.state = 'pending' AND a.request->>'tag' = $2`,
      [agentId, tag],
    );
    return row ?? null;
  }

  /**
   * What a pending request would send, written down by the process that holds it when somebody asks; `body` is null for
   * a request without one. Throws `approval_not_found` for what is not pending, and where the holder does not answer.
   */
  async sentBody(scope: WorkspaceScope, id: string): Promise<SentBody> {
    if (!isUuid(id)) throw new AppError(approvalErrors.approval_not_found);
    const wake = this.events.settlement(id);
    const deadline = performance.now() + TAKEN_WITHIN_MS;
    try {
      if (!(await this.askForBody(scope, id))) throw new AppError(approvalErrors.approval_not_found);
      for (;;) {
        const left = deadline - performance.now();
        if (left <= 0) throw new AppError(approvalErrors.approval_not_found);
        await wake.next(Math.min(left, LOOK_AGAIN_MS));
        const row = await this.bodyOf(scope, id);
        if (row === null) throw new AppError(approvalErrors.approval_not_found);
        if (!row.bodyAsked) return row;
      }
    } finally {
      wake.stop();
    }
  }

  private askForBody({ workspaceId }: WorkspaceScope, id: string): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const [row] = await tx.query<Pick<ApprovalEntity, 'ownerId'>>(
        `UPDATE approvals a SET body_asked = body_whole IS NOT TRUE
         WHERE a.id = $1 AND a.workspace_id = $2 AND a.state = 'pending' AND a.expires_at > now() AND ${LIVE_OWNER}
         RETURNING ${selection(ApprovalEntity, ['ownerId'], 'a')}`,
        [id, workspaceId],
      );
      if (row) await this.events.bodyAsked(tx, row.ownerId, id);
      return row !== undefined;
    });
  }

  private async bodyOf({ workspaceId }: WorkspaceScope, id: string): Promise<(SentBody & Asked) | null> {
    const [row] = await this.db.repository(ApprovalEntity).find({
      select: { bodyAsked: true, body: true, bodyWhole: true, request: true },
      where: { id, workspaceId, state: 'pending' },
    });
    return row ?? null;
  }

  async isPending(id: string): Promise<boolean> {
    return this.db.repository(ApprovalEntity).existsBy({ id, state: 'pending' });
  }

  /**
   * Resolves when the process that holds the request has taken the decision. Throws `approval_not_found` for
   * whatever cannot be decided any more, also when that process does not answer: then nothing is forwarded.
   */
  async decide(decider: ApprovalDecider, id: string, decision: ApprovalDecision): Promise<void> {
    if (!isUuid(id)) throw new AppError(approvalErrors.approval_not_found);
    const { actor, auditedAs } = decider;
    const offer: Offer = { id: randomUUID(), decision, actor, auditedAs };
    const wake = this.events.settlement(id);
    try {
      if (!(await this.offer(decider, id, offer))) throw new AppError(await this.refusal(decider, id));
      if (!(await this.taken(id, offer, wake))) throw new AppError(approvalErrors.approval_not_found);
    } finally {
      wake.stop();
    }
  }

  private list(
    { organizationId, workspaceId }: ApprovalScope,
    exclude: readonly string[],
  ): Promise<PendingApproval[]> {
    return this.db.query<PendingApproval>(
      `SELECT ${selection(ApprovalEntity, PENDING_FIELDS, 'a')}
       FROM approvals a
       WHERE a.${workspaceId === null ? 'organization_id' : 'workspace_id'} = $1
         AND a.state = 'pending' AND a.offer IS NULL AND a.expires_at > now()
         AND a.id <> ALL ($2::uuid[]) AND ${LIVE_OWNER}
       ORDER BY a.created_at, a.id LIMIT ${MAX_LISTED}`,
      [workspaceId ?? organizationId, exclude.filter(isUuid)],
    );
  }

  /** The one place where a decision wins against others: the row takes one offer. */
  private async offer({ workspaceId }: ApprovalDecider, id: string, offer: Offer): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const [row] = await tx.query<Pick<ApprovalEntity, 'ownerId'>>(
        `UPDATE approvals a SET offer = $3
         WHERE a.id = $1 AND a.workspace_id = $2 AND a.state = 'pending' AND a.offer IS NULL
           AND a.expires_at > now() AND ${LIVE_OWNER}
         RETURNING ${selection(ApprovalEntity, ['ownerId'], 'a')}`,
        [id, workspaceId, JSON.stringify(offer)],
      );
      if (row) await this.events.offered(tx, row.ownerId, id);
      return row !== undefined;
    });
  }

  private async refusal({ workspaceId }: ApprovalDecider, id: string): Promise<ErrorDefinition> {
    const [row] = await this.db.query<{ expired: boolean }>(
      `SELECT a.expires_at > now() - interval '${EXPIRED_KNOWN}' AND a.expires_at <= now() AS expired
       FROM approvals a
       WHERE a.id = $1 AND a.workspace_id = $2 AND (a.state = 'expired' OR a.state = 'pending' AND a.offer IS NULL)`,
      [id, workspaceId],
    );
    return row?.expired ? approvalErrors.approval_expired : approvalErrors.approval_not_found;
  }

  /** Waits for the holder; one that does not answer in time loses the offer again, if it has not taken it. */
  private async taken(id: string, offer: Offer, wake: Wake): Promise<boolean> {
    const deadline = performance.now() + TAKEN_WITHIN_MS;
    for (;;) {
      const left = deadline - performance.now();
      if (left > 0) await wake.next(Math.min(left, LOOK_AGAIN_MS));
      const outcome = await this.outcomeOf(id, offer);
      if (outcome !== null) return outcome;
      if (left <= 0 && (await this.withdraw(id, offer))) return false;
    }
  }

  /** Null while the offer stands. */
  private async outcomeOf(id: string, offer: Offer): Promise<boolean | null> {
    const [row] = await this.db
      .repository(ApprovalEntity)
      .find({ select: { state: true, offer: true }, where: { id } });
    if (row?.offer?.id !== offer.id) return false;
    if (row.state === 'pending') return null;
    return row.state === 'approved' || row.state === 'denied';
  }

  private async withdraw(id: string, offer: Offer): Promise<boolean> {
    const withdrawn = await this.db.query(
      `UPDATE approvals SET offer = NULL WHERE id = $1 AND state = 'pending' AND offer->>'id' = $2 RETURNING id`,
      [id, offer.id],
    );
    return withdrawn.length > 0;
  }
}
