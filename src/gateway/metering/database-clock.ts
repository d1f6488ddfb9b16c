import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';

const DAY_MS = 86_400_000;
/** Length of `2026-11`, the month of a day. */
const MONTH_LENGTH = 7;
/** Length of `2026-11-22`, the day of an ISO timestamp. */
const DAY_LENGTH = 10;

/** The time of the database in UTC (R37.1), so that all processes agree about days and months. */
@Injectable()
export class DatabaseClock {
  private readonly logger = new Logger(DatabaseClock.name);
  private ahead = 0;
  private known = '';
  private begins = 0;

  constructor(private readonly db: Database) {}

  async ask(): Promise<void> {
    const asked = Date.now();
    try {
      const [row] = await this.db.query<{ now: number }>(
        'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
      );
      this.learn(row!.now, asked);
    } catch (error) {
      this.logger.warn({ err: error }, 'database clock could not be read; using the process clock');
    }
  }

  /** `now`: the database's time in milliseconds since the epoch, from a query that began at `asked` and has just ended. */
  learn(now: number, asked: number): void {
    const answered = Date.now();
    this.ahead = now - (asked + answered) / 2;
  }

  /** `YYYY-MM-DD`. */
  day(): string {
    const now = Date.now() + this.ahead;
    if (now < this.begins || now >= this.begins + DAY_MS) {
      this.begins = Math.floor(now / DAY_MS) * DAY_MS;
      this.known = new Date(this.begins).toISOString().slice(0, DAY_LENGTH);
    }
    return this.known;
  }

  /** `YYYY-MM`. */
  month(): string {
    return this.day().slice(0, MONTH_LENGTH);
  }
}
