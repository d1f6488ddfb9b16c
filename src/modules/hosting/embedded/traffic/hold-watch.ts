import { Injectable, Logger } from '@nestjs/common';
import type { WorkspaceScope } from '../../../../kernel/database/scope.js';
import { ApprovalEvents } from '../../../policy/approvals/approval-events.js';
import type { PendingApproval } from '../../../policy/approvals/approval-rows.js';
import { ApprovalsService } from '../../../policy/approvals/approvals.service.js';

export interface WatchedRequest {
  readonly scope: WorkspaceScope;
  readonly agentId: string;
  /** What the request carries, so that its approval is known by it. */
  readonly tag: string;
}

/** Hears of a hold once; what it answers is called when that is decided, expired or given up. */
export type OnHeld = (approval: PendingApproval) => () => void;

/** How long wake-ups alone are trusted, with and without a channel that is proven to work. */
const TRUST_MS = 5_000;
const DISTRUST_MS = 1_000;

/**
 * Tells whether the gateway holds a request for a person's decision: nothing of that is on the wire (06 §15.1.1), and the
 * gateway may be another process.
 */
@Injectable()
export class HoldWatch {
  private readonly log = new Logger(HoldWatch.name);

  constructor(
    private readonly approvals: ApprovalsService,
    private readonly events: ApprovalEvents,
  ) {}

  /** From before the request is sent until what this answers is called. */
  watch(request: WatchedRequest, onHeld: OnHeld): () => void {
    const stopped = new AbortController();
    this.follow(request, onHeld, stopped.signal).catch((error: unknown) =>
      this.log.error({ err: error, agentId: request.agentId }, 'held request could not be announced'),
    );
    return () => stopped.abort();
  }

  private async follow(request: WatchedRequest, onHeld: OnHeld, signal: AbortSignal): Promise<void> {
    const wake = this.events.additions(request.scope);
    try {
      for (;;) {
        await wake.next(this.trustMs(), signal);
        if (signal.aborted) return;
        const pending = await this.approvals.pendingWithTag(request.agentId, request.tag).catch(notNow);
        if (pending === null || signal.aborted) continue;
        const over = onHeld(pending);
        await this.end(pending.id, signal);
        return over();
      }
    } finally {
      wake.stop();
    }
  }

  /** The hold is over, or the request is. */
  private async end(id: string, signal: AbortSignal): Promise<void> {
    const wake = this.events.settlement(id);
    try {
      do await wake.next(this.trustMs(), signal);
      while (!signal.aborted && (await this.approvals.isPending(id).catch(() => true)));
    } finally {
      wake.stop();
    }
  }

  private trustMs(): number {
    return this.events.alive() ? TRUST_MS : DISTRUST_MS;
  }
}

/** A database that does not answer is asked again; the gateway ends the request in any case. */
function notNow(): null {
  return null;
}
