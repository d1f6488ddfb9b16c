import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Configuration } from '../../kernel/config/configuration.js';
import { Database } from '../../kernel/database/database.js';
import { Metrics } from '../../kernel/ops/metrics.js';
import type { LogRecord } from './log-record.js';

const FLUSH_INTERVAL_MS = 5_000;
const BATCH = 500;
const CAPACITY = 10_000;
const SHUTDOWN_FLUSH_MS = 3_000;

/**
 * One statement a batch; rows of workspaces that were deleted meanwhile fall out. Records travel as arrays: the
 * names of their fields would be half of the bytes that both ends have to write and read.
 */
const INSERT = `
  INSERT INTO request_log (organization_id, workspace_id, agent_id, method, host, path, provider, status,
    latency_ms, injection_count, llm_host, matched_rule_logical_id, extra_data, created_at)
  SELECT w.organization_id, w.id, a.id, r ->> 2, r ->> 3, r ->> 4, r ->> 5, (r ->> 6)::integer,
    (r ->> 7)::integer, (r ->> 8)::integer, (r ->> 9)::boolean, (r ->> 10)::uuid,
    nullif(r -> 11, 'null'), to_timestamp((r ->> 12)::float8 / 1000)
  FROM jsonb_array_elements($1::jsonb) AS r
  JOIN workspaces w ON w.id = r ->> 0
  LEFT JOIN agents a ON a.id = (r ->> 1)::uuid AND a.workspace_id = w.id`;

/** In the order that `INSERT` reads. */
function fieldsOf(entry: LogRecord): unknown[] {
  return [
    entry.workspaceId,
    entry.agentId,
    entry.method,
    entry.host,
    entry.path,
    entry.provider,
    entry.status,
    entry.latencyMs,
    entry.injectionCount,
    entry.llmHost,
    entry.matchedRuleLogicalId,
    entry.extraData,
    entry.createdAt.getTime(),
  ];
}

/** The request log: one record per decision of an authenticated agent, written behind the traffic (06 §14). */
@Injectable()
export class RequestLog implements OnModuleDestroy {
  private readonly logger = new Logger(RequestLog.name);
  private readonly drops: Counter;
  private readonly timer: NodeJS.Timeout;
  private buffer: LogRecord[] = [];
  private flushing: Promise<void> | null = null;

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
    if (this.buffer.length >= CAPACITY) return void this.drops.inc();
    this.buffer.push(entry);
    if (this.buffer.length >= BATCH) void this.flush();
  }

  /** Writes what is buffered; a failed batch stays for the next time. */
  flush(): Promise<void> {
    this.flushing ??= this.writeAll().finally(() => (this.flushing = null));
    return this.flushing;
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, SHUTDOWN_FLUSH_MS).unref());
    await Promise.race([this.flush().then(() => this.flush()), deadline]);
  }

  private async writeAll(): Promise<void> {
    while (this.buffer.length > 0) {
      const batch = this.buffer.slice(0, BATCH);
      try {
        await this.db.query(INSERT, [JSON.stringify(batch.map(fieldsOf))]);
      } catch (error) {
        this.logger.error({ err: error, records: batch.length }, 'request log could not be written');
        return;
      }
      this.buffer = this.buffer.slice(batch.length);
    }
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
