import { availableParallelism } from 'node:os';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { platformErrors } from '../../../../kernel/errors/platform-errors.js';
import { FairTurns } from '../../../../kernel/scheduling/fair-turns.js';
import { currentAsker } from '../../../../kernel/logging/request-context.js';

/** Whoever waits longer than these take is told to come back: about two seconds on one core. */
const MAX_WAITING = 100;
/** What one asker leaves to the others. */
const MAX_WAITING_IN_ALL = 2 * MAX_WAITING;
const RETRY_AFTER = { 'Retry-After': '2', 'X-Retry-After': '2' };

/**
 * Password hashes take turns. Each keeps a core busy for 20 ms and 19 MiB for as long; as many at once as the thread
 * pool takes were measured to hold up every agent's request for seconds on two cores, and half of the process's memory.
 * So half of the cores hash, at least one: organizations and, of people who are not signed in yet, addresses in turn.
 */
export class HashingTurns {
  private readonly turns: FairTurns;
  private readonly waiting = new Map<string, number>();
  private waitingInAll = 0;

  constructor(
    atOnce = Math.max(1, Math.floor(availableParallelism() / 2)),
    private readonly asker: () => string = currentAsker,
  ) {
    this.turns = new FairTurns({ most: atOnce, reserve: 0 });
  }

  /** Does the work when it is its turn; `429` when too many are before it. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    const asker = this.asker();
    if (!this.turns.tryEnter(asker)) await this.wait(asker);
    try {
      return await work();
    } finally {
      this.turns.leave(asker);
    }
  }

  private async wait(asker: string): Promise<void> {
    const own = this.waiting.get(asker) ?? 0;
    if (own >= MAX_WAITING || this.waitingInAll >= MAX_WAITING_IN_ALL)
      throw new AppError(platformErrors.auth_throttled, { headers: RETRY_AFTER });
    this.count(asker, own + 1, 1);
    await new Promise<void>((start) => this.turns.wait(asker, start));
    this.count(asker, this.waiting.get(asker)! - 1, -1);
  }

  private count(asker: string, own: number, more: number): void {
    this.waitingInAll += more;
    if (own > 0) this.waiting.set(asker, own);
    else this.waiting.delete(asker);
  }
}
