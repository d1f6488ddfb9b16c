import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import { Database } from '../../kernel/database/database.js';
import { Drain } from '../../kernel/process/drain.js';
import type { Counted } from '../../kernel/metrics/labelled.js';
import { OrganizationShares } from '../../kernel/scheduling/fair-turns.js';
import { Metrics } from '../../kernel/metrics/metrics.js';
import { sinkNames } from '../../modules/foundation/event-export/sinks/configured-sinks.js';
import { LogBatch, LogLines, type LogRecord } from './log-record.js';
import { WRITE_ROWS, WRITE_ROWS_AND_EVENTS } from './log-statements.js';

const FLUSH_INTERVAL_MS = 5_000;
/** While a shutdown drains the port. */
const HURRIED_INTERVAL_MS = 500;
const BATCH = 500;
const CAPACITY = 10_000;
/** Stay free for an organization that has no record waiting. */
const RESERVE = 500;
/** Of the application's part of a shutdown; `LastRecords` has been before. */
const SHUTDOWN_FLUSH_MS = 1_000;

/**
 * The request log: one record per decision of an authenticated agent, written behind the traffic (06 §14). A statement
 * takes a full batch, or what there is after five seconds: a row in a statement of nine costs PostgreSQL four times as
 * much as one of five hundred. A record is made into text when it is taken, so that no flush holds up the event loop for
 * all of them at once.
 */
@Injectable()
export class RequestLog implements OnModuleDestroy {
  private readonly logger = new Logger(RequestLog.name);
  private readonly drops: Counted;
  private timer: NodeJS.Timeout;
  private readonly text = new LogLines();
  /** Then every record is written down for the export, whatever the deployment keeps (ADR 84). */
  private readonly exporting: boolean;
  /** The last one is being filled. */
  private readonly batches: LogBatch[] = [];
  /** Written, for the next one to be filled: bytes that wait for seconds would be left for full collections. */
  private spare: LogBatch | null = null;
  private waiting = 0;
  /** By organization, of those that are not written yet (R62). */
  private readonly waitingOf = new Map<string, number>();
  private readonly shares = new OrganizationShares();
  private flushing: Promise<void> | null = null;
  /** The last statement had no good answer: the timer tries again, not each record. */
  private failed = false;
  /** Nobody comes by any more to write what waits. */
  private ending = false;

  constructor(
    private readonly configuration: Configuration,
    private readonly db: Database,
    drain: Drain,
    metrics: Metrics,
  ) {
    this.exporting = sinkNames(configuration).length > 0;
    this.drops = metrics.counter({
      name: 'gateway_request_log_drops_total',
      help: 'Request log records dropped because the buffer was full',
    });
    this.timer = this.flushEvery(FLUSH_INTERVAL_MS);
    drain.signal.addEventListener('abort', () => this.hurry());
  }

  /** How many are not written yet, those under way included. */
  get left(): number {
    return this.waiting;
  }

  /** Takes the record if this deployment keeps or exports such records; never waits and never throws. */
  record(entry: LogRecord): void {
    const kept = this.keeps(entry);
    if (!kept && !this.exporting) return;
    if (!this.hasRoom(entry.organizationId)) return void this.drops.inc();
    const batch = this.openBatch();
    batch.add(this.exporting ? this.text.exported(entry, kept) : this.text.of(entry), entry.organizationId);
    this.waiting += 1;
    this.waitingOf.set(entry.organizationId, (this.waitingOf.get(entry.organizationId) ?? 0) + 1);
    if (this.ending) void this.flush();
    else if (batch.count >= BATCH && this.flushing === null && !this.failed) void this.write(0);
  }

  /** Writes what was taken before; a failed batch stays for the next time. */
  async flush(): Promise<void> {
    while (this.flushing !== null) await this.flushing;
    await this.write(this.waiting);
  }

  /** Whatever is recorded from now on is written at once: of requests whose agents had left before they were judged. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.ending = true;
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, SHUTDOWN_FLUSH_MS).unref());
    await Promise.race([this.flush(), deadline]);
  }

  /** What there is goes at once, so that little is left for the end of the time a shutdown has. */
  private hurry(): void {
    clearInterval(this.timer);
    this.timer = this.flushEvery(HURRIED_INTERVAL_MS);
    void this.flush();
  }

  private flushEvery(milliseconds: number): NodeJS.Timeout {
    const flush = (): void => void (this.flushing ?? this.flush());
    return setInterval(flush, milliseconds).unref();
  }

  /** So many records at least, and every full batch. */
  private write(least: number): Promise<void> {
    this.flushing = this.writeBatches(least).finally(() => (this.flushing = null));
    return this.flushing;
  }

  private async writeBatches(least: number): Promise<void> {
    const statements = this.exporting ? WRITE_ROWS_AND_EVENTS : WRITE_ROWS;
    let left = least;
    for (let batch = this.batches[0]; batch !== undefined; batch = this.batches[0]) {
      if (left <= 0 && batch.count < BATCH) return;
      batch.sealed = true;
      try {
        await this.db.query(this.failed ? statements.again : statements.first, [batch.toJsonb()]);
      } catch (error) {
        this.failed = true;
        this.logger.error({ err: error, records: batch.count }, 'request log could not be written');
        return;
      }
      this.failed = false;
      this.batches.shift();
      this.waiting -= batch.count;
      this.written(batch);
      this.spare = batch;
      left -= batch.count;
    }
  }

  /** Where PostgreSQL does not answer, one organization fills its own share only (R62). */
  private hasRoom(organizationId: string): boolean {
    this.shares.used(organizationId);
    if (this.waiting >= CAPACITY) return false;
    const own = this.waitingOf.get(organizationId) ?? 0;
    return own < this.shares.mostOf(CAPACITY, RESERVE, organizationId);
  }

  private written({ owners }: LogBatch): void {
    for (const [organizationId, count] of owners) {
      const left = this.waitingOf.get(organizationId)! - count;
      if (left > 0) this.waitingOf.set(organizationId, left);
      else this.waitingOf.delete(organizationId);
    }
  }

  private openBatch(): LogBatch {
    const last = this.batches.at(-1);
    if (last !== undefined && !last.sealed && last.count < BATCH) return last;
    const batch = this.spare?.reuse() ?? new LogBatch();
    this.spare = null;
    this.batches.push(batch);
    return batch;
  }

  /** 06 §14.5. */
  private keeps(entry: LogRecord): boolean {
    switch (this.configuration.requestLogMode) {
      case 'all':
        return true;
      case 'off':
        return false;
      case 'managed':
        return (
          entry.injectionCount > 0 ||
          entry.extraData?.decision !== undefined ||
          (entry.llmHost && this.configuration.edition === 'cloud')
        );
    }
  }
}
