import { availableParallelism } from 'node:os';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { platformErrors } from '../../../../kernel/errors/platform-errors.js';

/** Whoever waits longer than these take is told to come back: about two seconds on one core. */
const MAX_WAITING = 100;
const RETRY_AFTER = { 'Retry-After': '2', 'X-Retry-After': '2' };

/**
 * Password hashes take turns. Each keeps a core busy for 20 ms and 19 MiB for as long; as many at once as the thread
 * pool takes were measured to hold up every agent's request for seconds on two cores, and half of the process's memory.
 * So half of the cores hash, at least one, in the order of arrival.
 */
export class HashingTurns {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(atOnce = Math.max(1, Math.floor(availableParallelism() / 2))) {
    this.free = atOnce;
  }

  /** Does the work when it is its turn; `429` when too many are before it. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else if (this.waiting.length >= MAX_WAITING)
      throw new AppError(platformErrors.auth_throttled, { headers: RETRY_AFTER });
    else await new Promise<void>((turn) => this.waiting.push(turn));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
