import type { Pool } from 'pg';
import { FairTurns } from '../scheduling/fair-turns.js';
import { currentAsker } from '../logging/request-context.js';

/** Of 16 connections. */
const RESERVE = 2;

/**
 * Whose statement or transaction gets a connection next: organizations in turn (R62). In the pool's own line, which goes
 * by arrival, a hundred heavy lists of one tenant are before the small read of another.
 */
export class ConnectionTurns {
  private readonly turns: FairTurns;
  private readonly patienceMs: number;

  constructor({ options }: Pick<Pool, 'options'>) {
    this.turns = new FairTurns({ most: options.max, reserve: Math.min(RESERVE, options.max - 1) });
    this.patienceMs = options.connectionTimeoutMillis || Infinity;
  }

  /** Where one is free, the work begins at once: no promise more than its own. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const asker = currentAsker();
    return this.turns.tryEnter(asker) ? this.run(asker, work) : this.inTurn(asker, work);
  }

  private async inTurn<T>(asker: string, work: () => Promise<T>): Promise<T> {
    // As long as the pool would have let wait.
    if (!(await this.turns.enter(asker, this.patienceMs)))
      throw new Error('No connection to the database was free in time');
    return this.run(asker, work);
  }

  private async run<T>(asker: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.turns.leave(asker);
    }
  }
}
