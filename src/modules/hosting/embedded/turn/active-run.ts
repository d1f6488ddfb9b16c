import { LEASE_SECONDS } from '../../conversations/records/conversation-rules.js';
import type { LeaseClaim } from '../../conversations/runs/run-leases.js';
import type { Boot, ClaimedTurn } from '../../conversations/runs/run-queue.js';
import { LeaseClock } from './lease-clock.js';
import { RunStopped, type StopCause } from './run-stopped.js';

const MS = 1_000;
/** The upkeep ends a turn at its ceiling, and what it said is lost then: this comes a little before. */
const BEFORE_CEILING_MS = 2_000;
const SHARE_BEFORE_CEILING = 0.1;

/** A turn that this process has, from its claim to its end: what may stop it comes together here. */
export class ActiveRun {
  readonly claim: LeaseClaim;
  readonly lease: LeaseClock;
  /** Something of it can be seen, or may be: it cannot be repeated any more (04 §8.4.2). */
  observable = false;
  private readonly controller = new AbortController();
  private readonly ceiling: NodeJS.Timeout;

  /** `asked`: when it was claimed, by this process's clock. */
  constructor(
    readonly turn: ClaimedTurn,
    { runnerId }: Boot,
    asked: number,
    ceilingSeconds: number,
  ) {
    this.claim = { runnerId, turnId: turn.id, leaseId: turn.leaseId };
    this.lease = new LeaseClock(asked, () => this.stop('lease_lost'));
    const early = Math.min(BEFORE_CEILING_MS, ceilingSeconds * MS * SHARE_BEFORE_CEILING);
    // By the database's clock, which gave the lease.
    const age = turn.leaseExpiresAt.getTime() - LEASE_SECONDS * MS - turn.queuedAt.getTime();
    const left = ceilingSeconds * MS - age - early;
    this.ceiling = setTimeout(() => this.stop('ceiling'), Math.max(0, left)).unref();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The first cause counts. */
  stop(why: StopCause): void {
    this.controller.abort(new RunStopped(why));
  }

  over(): void {
    clearTimeout(this.ceiling);
    this.lease.stop();
  }
}
