import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Database, Prepared } from '../../kernel/database/database.js';

/** A durable number, and what is known of it, is at most this old (06 §17.2). */
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
  ON CONFLICT (organization_id, month) DO UPDATE SET calls = counted.calls + excluded.calls
  RETURNING organization_id AS "organizationId", to_char(month, 'YYYY-MM') AS month, calls::float8 AS calls`;

const READ = new Prepared(
  `SELECT calls::float8 AS calls FROM integration_calls WHERE organization_id = $1 AND month = ($2 || '-01')::date`,
);

interface Waiting {
  organizationId: string;
  /** `YYYY-MM`, UTC. */
  month: string;
  calls: number;
}

interface Known {
  month: string;
  calls: number;
  /** Milliseconds since the epoch. */
  readAt: number;
  reading: Promise<number> | null;
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
  /** What was counted last, which is mostly what is counted next. */
  private latest: Waiting | null = null;
  private writing: ReadonlyMap<string, Waiting> = new Map();
  /** Of organizations somebody asked about. */
  private readonly known = new Map<string, Known>();
  private readonly months = new Months();
  private flushing: Promise<void> = Promise.resolve();

  constructor(private readonly db: Database) {
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  /** How many are not counted durably yet. */
  get left(): number {
    const all = [...this.waiting.values(), ...this.writing.values()];
    return all.reduce((sum, { calls }) => sum + calls, 0);
  }

  /** Never waits and never throws. */
  count(organizationId: string, at: Date): void {
    const month = this.months.of(at);
    const { latest } = this;
    if (latest?.organizationId === organizationId && latest.month === month) latest.calls += 1;
    else this.latest = this.add({ organizationId, month, calls: 1 });
  }

  /**
   * The calls of the month, of this process up to now and of the others up to five seconds ago. Never rejects: while
   * the database is away it is what is known (R20).
   */
  total(organizationId: string, at: Date): number | Promise<number> {
    const month = this.months.of(at);
    let known = this.known.get(organizationId);
    if (known?.month !== month) {
      known = { month, calls: 0, readAt: 0, reading: null };
      this.remember(organizationId, known);
    }
    if (at.getTime() - known.readAt < FLUSH_INTERVAL_MS)
      return known.calls + this.unwritten(organizationId, month);
    const entry = known;
    entry.reading ??= this.read(organizationId, entry).finally(() => (entry.reading = null));
    return entry.reading;
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

  /** What it is counted in; null where there is no room for another organization. */
  private add(more: Waiting): Waiting | null {
    const key = keyOf(more.organizationId, more.month);
    let counted = this.waiting.get(key) ?? null;
    if (counted !== null) counted.calls += more.calls;
    else if (this.waiting.size < CAPACITY) this.waiting.set(key, (counted = { ...more }));
    return counted;
  }

  private unwritten(organizationId: string, month: string): number {
    const key = keyOf(organizationId, month);
    return (this.waiting.get(key)?.calls ?? 0) + (this.writing.get(key)?.calls ?? 0);
  }

  private remember(organizationId: string, known: Known): void {
    const oldest = this.known.size >= CAPACITY ? this.known.keys().next().value : undefined;
    if (oldest !== undefined) this.known.delete(oldest);
    this.known.set(organizationId, known);
  }

  /** After what is being written, so that no call is in both numbers. */
  private async read(organizationId: string, known: Known): Promise<number> {
    await this.flushing;
    try {
      const [row] = await this.db.query<{ calls: number }>(READ, [organizationId, known.month]);
      known.calls = row?.calls ?? 0;
    } catch (error) {
      this.logger.error(
        { err: error },
        'integration calls of an organization could not be read; requests are allowed',
      );
    }
    known.readAt = Date.now();
    return known.calls + this.unwritten(organizationId, known.month);
  }

  private async write(): Promise<void> {
    if (this.waiting.size === 0) return;
    const counted = [...this.waiting.values()];
    this.writing = this.waiting;
    this.waiting = new Map();
    this.latest = null;
    try {
      const written = await this.db.query<Waiting>(ADD, [JSON.stringify(counted)]);
      this.writing = new Map();
      for (const each of written) this.learn(each);
    } catch (error) {
      this.writing = new Map();
      this.logger.error(
        { err: error, organizations: counted.length },
        'integration calls could not be counted',
      );
      for (const entry of counted) this.add(entry);
    }
  }

  private learn({ organizationId, month, calls }: Waiting): void {
    const known = this.known.get(organizationId);
    if (known?.month !== month) return;
    known.calls = calls;
    known.readAt = Date.now();
  }
}

/** Writing a date out costs more than counting; the month is the same for a long time. */
class Months {
  private month = '';
  private begins = 0;
  private ends = 0;

  of(at: Date): string {
    const now = at.getTime();
    if (now < this.begins || now >= this.ends) {
      this.month = at.toISOString().slice(0, MONTH_LENGTH);
      this.begins = Date.UTC(at.getUTCFullYear(), at.getUTCMonth());
      this.ends = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
    }
    return this.month;
  }
}

function keyOf(organizationId: string, month: string): string {
  return `${month} ${organizationId}`;
}
