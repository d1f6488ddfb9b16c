import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';

/** A durable number at most this old (06 §17.2). */
const FLUSH_INTERVAL_MS = 5_000;
/** Organizations counted between two flushes, or while the database is away; others are not counted then. */
const CAPACITY = 10_000;
/** `2026-11` of an ISO timestamp. */
const MONTH_LENGTH = 7;

/** In the order of the ids, so that two processes cannot wait for each other's rows; deleted ones fall out. */
const ADD = `
  INSERT INTO integration_calls AS counted (organization_id, month, calls)
  SELECT o.id, (r.month || '-01')::date, r.calls
  FROM jsonb_to_recordset($1::jsonb) AS r("organizationId" text, month text, calls bigint)
  JOIN organizations o ON o.id = r."organizationId"
  ORDER BY o.id, r.month
  ON CONFLICT (organization_id, month) DO UPDATE SET calls = counted.calls + excluded.calls`;

interface Waiting {
  organizationId: string;
  /** `YYYY-MM`, UTC. */
  month: string;
  calls: number;
}

/**
 * Forwarded requests with an injected credential, by organization and calendar month in UTC: what plans limit
 * (06 §13.3) and usage shows (01 §18.8). Independent of what the request log keeps, and written behind the traffic.
 */
@Injectable()
export class CallCounter implements OnModuleDestroy {
  private readonly logger = new Logger(CallCounter.name);
  private readonly timer: NodeJS.Timeout;
  private waiting = new Map<string, Waiting>();
  private flushing: Promise<void> = Promise.resolve();

  constructor(private readonly db: Database) {
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  /** Never waits and never throws. */
  count(organizationId: string, at: Date): void {
    this.add({ organizationId, month: at.toISOString().slice(0, MONTH_LENGTH), calls: 1 });
  }

  /** Writes what is counted; what could not be written is added to the next time. */
  flush(): Promise<void> {
    this.flushing = this.flushing.then(() => this.write());
    return this.flushing;
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private add(more: Waiting): void {
    const key = `${more.month} ${more.organizationId}`;
    const known = this.waiting.get(key);
    if (known) known.calls += more.calls;
    else if (this.waiting.size < CAPACITY) this.waiting.set(key, { ...more });
  }

  private async write(): Promise<void> {
    if (this.waiting.size === 0) return;
    const counted = [...this.waiting.values()];
    this.waiting = new Map();
    try {
      await this.db.query(ADD, [JSON.stringify(counted)]);
    } catch (error) {
      this.logger.error({ err: error, organizations: counted.length }, 'calls could not be counted');
      for (const entry of counted) this.add(entry);
    }
  }
}
