/** Traffic of so long is leased ahead: what a process that is killed takes with it, and what an idle one keeps others from. */
const AHEAD_MS = 100;
/** However fast requests come. */
const MAX_AHEAD = 1_000;
/** How long a process goes by "nothing is left" before it asks again; others may have given counts back meanwhile. */
const BELIEVED_MS = 250;

export type Taken = 'passes' | 'refused' | 'unknown';

/** What a process asks the store for. */
export interface Wish {
  /** Requests that wait for their number now. */
  waiting: number;
  /** Numbers for requests that have not come yet, as far as plenty is left. */
  ahead: number;
  refusals: Refusals;
}

/** Requests refused without asking since the last time. */
export interface Refusals {
  count: number;
  /** The limit they were refused by. They count where as much had been counted; else there would have been room. */
  by: number;
}

/** What the store gave, and how it stands after that. */
export interface Grant {
  count: number;
  /** The number of the first request that was granted. */
  first: number;
  /** All that is counted: passed, leased and refused. */
  total: number;
}

/** What a process hands back. */
export interface Leftover {
  unused: number;
  refusals: Refusals;
}

interface Numbers {
  next: number;
  readonly last: number;
}

/**
 * One process's part of one counter in one window (06 §13.2). Requests are numbered by a store that all processes
 * share, and one passes when its number is not above the limit; numbers are leased in batches, so that most requests
 * find theirs here. The batch follows the observed rate and starts at nothing ahead. Pure: the caller has the clock.
 */
export class Allowance {
  private leases: Numbers[] = [];
  private left = 0;
  private refusals: Refusals = { count: 0, by: 0 };
  private total = -1;
  private toldAt = 0;
  private batch = 0;
  private askedAt = 0;
  private takenSince = 0;
  private touched = false;

  /** The next request's number, or what is known of it. A limit that was lowered meanwhile binds leased numbers too. */
  take(limit: number, now: number): Taken {
    this.touched = true;
    const lease = this.leases[0];
    if (lease === undefined) return this.withoutLease(limit, now);
    if (lease.next > limit) return this.refuse(limit);
    this.left -= 1;
    this.takenSince += 1;
    lease.next += 1;
    if (lease.next > lease.last) this.leases.shift();
    return 'passes';
  }

  /** Whether it is time to ask for the next batch before somebody has to wait for it. */
  wantsMore(limit: number): boolean {
    return this.batch > 1 && this.left <= this.batch / 2 && this.total < limit;
  }

  /** What to ask for now; the answer, if there is one, goes to `accept`. */
  wish(waiting: number, now: number): Wish {
    this.batch = this.nextBatch(now);
    this.askedAt = now;
    this.takenSince = 0;
    return { waiting, ahead: this.batch, refusals: this.takeRefusals() };
  }

  accept({ count, first, total }: Grant, now: number): void {
    this.total = total;
    this.toldAt = now;
    if (count === 0) return;
    this.leases.push({ next: first, last: first + count - 1 });
    this.left += count;
    this.batch = Math.min(this.batch, this.left);
  }

  /** What to hand back, once nobody has asked between two calls; null while there is traffic. */
  settleIfIdle(): Leftover | null {
    if (!this.touched) return this.settle();
    this.touched = false;
    return null;
  }

  /** Nothing that is handed back may be used any more, whether or not the store hears of it. */
  settle(): Leftover {
    const { left: unused } = this;
    this.leases = [];
    this.left = 0;
    return { unused, refusals: this.takeRefusals() };
  }

  private withoutLease(limit: number, now: number): Taken {
    const spent = this.total >= limit && now - this.toldAt < BELIEVED_MS;
    return spent ? this.refuse(limit) : 'unknown';
  }

  private refuse(limit: number): Taken {
    this.refusals.count += 1;
    this.refusals.by = limit;
    return 'refused';
  }

  private takeRefusals(): Refusals {
    const { refusals } = this;
    this.refusals = { count: 0, by: 0 };
    return refusals;
  }

  /** At most twice the last one, so that a few quick requests do not look like a flood. */
  private nextBatch(now: number): number {
    if (this.askedAt === 0) return 0;
    const atThisRate = Math.floor((this.takenSince * AHEAD_MS) / Math.max(1, now - this.askedAt));
    return Math.min(atThisRate, 2 * this.batch + 1, MAX_AHEAD);
  }
}
