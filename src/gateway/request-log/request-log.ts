import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import { Database } from '../../kernel/database/database.js';
import { Prepared } from '../../kernel/database/prepared.js';
import type { Counted } from '../../kernel/ops/labelled.js';
import { Metrics } from '../../kernel/ops/metrics.js';
import { LogBatch } from './log-batch.js';
import { LogLines } from './log-line.js';
import type { LogRecord } from './log-record.js';

const FLUSH_INTERVAL_MS = 5_000;
const BATCH = 500;
const CAPACITY = 10_000;
const SHUTDOWN_FLUSH_MS = 3_000;

/**
 * One statement a batch; rows of workspaces that were deleted meanwhile fall out. Records travel as arrays in one JSON
 * text: the names of their fields would be half of the bytes, and an array for each column costs PostgreSQL the same and
 * this process twice as much.
 */
const INSERT = `
  INSERT INTO request_log (id, organization_id, workspace_id, agent_id, method, host, path, provider, status,
    latency_ms, injection_count, llm_host, matched_rule_logical_id, extra_data, created_at)
  SELECT (r ->> 13)::uuid, w.organization_id, w.id, a.id, r ->> 2, r ->> 3, r ->> 4, r ->> 5, (r ->> 6)::integer,
    (r ->> 7)::integer, (r ->> 8)::integer, (r ->> 9)::boolean, (r ->> 10)::uuid,
    nullif(r -> 11, 'null'), to_timestamp((r ->> 12)::float8 / 1000)
  FROM jsonb_array_elements($1::jsonb) AS r
  JOIN workspaces w ON w.id = r ->> 0
  LEFT JOIN agents a ON a.id = (r ->> 1)::uuid AND a.workspace_id = w.id`;
const FIRST_TIME = new Prepared(INSERT);
/** A statement without an answer may have been carried out all the same: of a record that is there already none is made. */
const AGAIN = new Prepared(`${INSERT} ON CONFLICT (id) DO NOTHING`);

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
  private readonly timer: NodeJS.Timeout;
  private readonly text = new LogLines();
  /** The last one is being filled. */
  private readonly batches: LogBatch[] = [];
  private waiting = 0;
  private flushing: Promise<void> | null = null;
  /** The last statement had no good answer: the timer tries again, not each record. */
  private failed = false;

  constructor(
    private readonly configuration: Configuration,
    private readonly db: Database,
    metrics: Metrics,
  ) {
    this.drops = metrics.counter({
      name: 'gateway_request_log_drops_total',
      help: 'Request log records dropped because the buffer was full',
    });
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  /** Takes the record if this deployment keeps such records; never waits and never throws. */
  record(entry: LogRecord): void {
    if (!this.keeps(entry)) return;
    if (this.waiting >= CAPACITY) return void this.drops.inc();
    const batch = this.openBatch();
    batch.add(this.text.of(entry));
    this.waiting += 1;
    if (batch.count >= BATCH && this.flushing === null && !this.failed) void this.write(0);
  }

  /** Writes what was taken before; a failed batch stays for the next time. */
  async flush(): Promise<void> {
    while (this.flushing !== null) await this.flushing;
    await this.write(this.waiting);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, SHUTDOWN_FLUSH_MS).unref());
    await Promise.race([this.flushAll(), deadline]);
  }

  /** Also what is recorded meanwhile: requests that were cut end while the first statement is under way. */
  private async flushAll(): Promise<void> {
    do await this.flush();
    while (this.waiting > 0 && !this.failed);
  }

  /** So many records at least, and every full batch. */
  private write(least: number): Promise<void> {
    this.flushing = this.writeBatches(least).finally(() => (this.flushing = null));
    return this.flushing;
  }

  private async writeBatches(least: number): Promise<void> {
    let left = least;
    for (let batch = this.batches[0]; batch !== undefined; batch = this.batches[0]) {
      if (left <= 0 && batch.count < BATCH) return;
      batch.sealed = true;
      try {
        await this.db.query(this.failed ? AGAIN : FIRST_TIME, [batch.toJsonb()]);
      } catch (error) {
        this.failed = true;
        this.logger.error({ err: error, records: batch.count }, 'request log could not be written');
        return;
      }
      this.failed = false;
      this.batches.shift();
      this.waiting -= batch.count;
      left -= batch.count;
    }
  }

  private openBatch(): LogBatch {
    const last = this.batches.at(-1);
    if (last !== undefined && !last.sealed && last.count < BATCH) return last;
    const batch = new LogBatch();
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
