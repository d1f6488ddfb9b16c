import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Allowance } from './allowance.js';
import { type Counter, CounterRows, type Settlement } from './counter-rows.js';

/** Counters with traffic at the same time; beyond it the oldest leaves, which costs its next request one statement. */
const CAPACITY = 10_000;
/** What nobody asked for between two sweeps goes back. */
const SWEEP_MS = 250;
/** Of the shutdown (06 §18.3); what does not get back by then is lost with its window. */
const SHUTDOWN_MS = 1_000;

interface Live {
  readonly allowance: Allowance;
  readonly counter: Counter;
  waiting: number;
  asking: Promise<void> | null;
}

/** The counters of this process in PostgreSQL: most requests are counted here, of what was leased (06 §13.2). */
@Injectable()
export class LeasedCounters implements OnModuleDestroy {
  private readonly logger = new Logger(LeasedCounters.name);
  private readonly live = new Map<string, Live>();
  private sweeping: NodeJS.Timeout | null = null;

  constructor(private readonly rows: CounterRows) {}

  /**
   * Whether one more request of this counter is within `limit`. Waits only where no number is at hand; rejects when the
   * store cannot be asked.
   */
  take(key: string, windowSeconds: number, limit: number, now: number): boolean | Promise<boolean> {
    const live = this.liveOf(key, windowSeconds, now);
    live.counter.limit = limit;
    const taken = live.allowance.take(limit, now);
    if (taken === 'unknown') return this.await(live);
    if (taken === 'passes' && live.asking === null && live.allowance.wantsMore(limit)) this.askAhead(live);
    return taken === 'passes';
  }

  /** Everything goes back; for the end of the process. */
  async onModuleDestroy(): Promise<void> {
    if (this.sweeping) clearTimeout(this.sweeping);
    const all = [...this.live.values()];
    this.live.clear();
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, SHUTDOWN_MS).unref());
    await Promise.race([this.giveBack(all), deadline]);
  }

  private liveOf(key: string, windowSeconds: number, now: number): Live {
    const windowNumber = Math.floor(now / 1_000 / windowSeconds);
    const known = this.live.get(key);
    if (known?.counter.windowNumber === windowNumber) return known;
    if (known === undefined && this.live.size >= CAPACITY) this.dropOldest();
    const counter = { key, windowNumber, windowEnd: (windowNumber + 1) * windowSeconds, limit: 0 };
    const live = { allowance: new Allowance(), counter, waiting: 0, asking: null };
    this.live.set(key, live);
    this.sweeping ??= setTimeout(this.onSweepDue, SWEEP_MS).unref();
    return live;
  }

  private dropOldest(): void {
    for (const [key, live] of this.live) {
      this.live.delete(key);
      return void this.giveBack([live]);
    }
  }

  /** Those who wait share a question, each as long as it takes to have a number or to know that there is none. */
  private async await(live: Live): Promise<boolean> {
    const { allowance, counter } = live;
    live.waiting += 1;
    try {
      for (;;) {
        await (live.asking ?? this.ask(live));
        const taken = allowance.take(counter.limit, Date.now());
        if (taken !== 'unknown') return taken === 'passes';
      }
    } finally {
      live.waiting -= 1;
    }
  }

  private ask(live: Live): Promise<void> {
    const { allowance, counter } = live;
    const wish = allowance.wish(live.waiting, Date.now());
    live.asking = this.rows
      .lease(counter, wish)
      .then((grant) => allowance.accept(grant, Date.now()))
      .catch((error: unknown) => {
        this.logger.error({ err: error }, 'rate limit counter unavailable; requests are allowed');
        throw error;
      })
      .finally(() => (live.asking = null));
    return live.asking;
  }

  /** Nobody waits for it: who comes later asks again. */
  private askAhead(live: Live): void {
    this.ask(live).catch(() => undefined);
  }

  /** After what has arrived meanwhile was read, or a process that stood still would take its traffic for gone. */
  private readonly onSweepDue = (): void => {
    setImmediate(() => this.sweep());
  };

  private sweep(): void {
    const over = Date.now() / 1_000;
    const settlements: Settlement[] = [];
    for (const [key, { allowance, counter, asking, waiting }] of this.live) {
      if (asking !== null || waiting > 0) continue;
      const idle = allowance.settleIfIdle();
      if (idle === null && counter.windowEnd > over) continue;
      this.live.delete(key);
      if (idle !== null) settlements.push({ counter, ...idle });
    }
    void this.settle(settlements);
    this.sweeping = this.live.size > 0 ? setTimeout(this.onSweepDue, SWEEP_MS).unref() : null;
  }

  /** With what is being granted now. */
  private async giveBack(all: readonly Live[]): Promise<void> {
    await Promise.allSettled(all.flatMap(({ asking }) => asking ?? []));
    await this.settle(all.map(({ counter, allowance }) => ({ counter, ...allowance.settle() })));
  }

  /** A window that is over needs nothing back. Numbers that could not be handed back are lost: fewer pass, never more. */
  private async settle(all: readonly Settlement[]): Promise<void> {
    const now = Date.now() / 1_000;
    const open = all.filter(
      ({ counter, unused, refusals }) => counter.windowEnd > now && unused + refusals.count > 0,
    );
    if (open.length === 0) return;
    try {
      await this.rows.settle(open);
    } catch (error) {
      this.logger.warn(
        { err: error, counters: open.length },
        'unused rate limit leases could not be returned',
      );
    }
  }
}
