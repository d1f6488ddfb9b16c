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

  async take<T>(work: () => Promise<T>): Promise<T> {
    const asker = currentAsker();
    // As long as the pool would have let wait.
    if (!(await this.turns.enter(asker, this.patienceMs)))
      throw new Error('No connection to the database was free in time');
    try {
      return await work();
    } finally {
      this.turns.leave(asker);
    }
  }
}
