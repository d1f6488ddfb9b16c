import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import { Database, type Queryable } from '../../kernel/database/database.js';
import type { Settlement } from '../../modules/policy/approvals/approval-rows.js';
import { SharedPlaces } from '../../kernel/scheduling/shared-places.js';
import type { ApprovalTrace } from '../exchange/progress.js';
import { sinkNames } from '../../modules/foundation/event-export/sinks/configured-sinks.js';
import { LogLines, type LogRecord } from '../request-log/log-record.js';
import { WRITE_EVENTS } from '../request-log/log-statements.js';

/** Ends are written together when they come in bursts; nobody waits for them. */
const FLUSH_AFTER_MS = 200;
const FLUSH_AGAIN_MS = 5_000;
const MAX_WAITING = 10_000;
/** Of these stay free for the next organization (R62). */
const RESERVE = 500;
const BATCH = 500;

/** No byte of an answer was sent yet (06 §14.1). */
export const STATUS_WHILE_HELD = 202;

/**
 * Rows of the request log for held requests: written with the approval, changed once when it ends (06 §14.4).
 * A row has the id of its approval. Kept in every mode of the log. What is exported are two events, which name the
 * approval: that it is held, and how that ended (ADR 84).
 */
@Injectable()
export class ApprovalLog implements OnModuleDestroy {
  private readonly logger = new Logger(ApprovalLog.name);
  private readonly exporting: boolean;
  private readonly lines = new LogLines();
  private waiting: Settled[] = [];
  private readonly places = new SharedPlaces(MAX_WAITING, RESERVE);
  private timer: NodeJS.Timeout | null = null;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    configuration: Configuration,
  ) {
    this.exporting = sinkNames(configuration).length > 0;
  }

  /** How many ends are not written yet. */
  get left(): number {
    return this.waiting.length;
  }

  async write(tx: Queryable, trace: ApprovalTrace, record: LogRecord): Promise<void> {
    const extraData = extraDataOf(trace, record);
    await tx.query(INSERT, [
      trace.id,
      record.workspaceId,
      record.agentId,
      record.method,
      record.host,
      record.path,
      record.provider,
      record.status,
      record.latencyMs,
      record.injectionCount,
      record.llmHost,
      record.matchedRuleLogicalId,
      JSON.stringify(extraData),
      trace.triggeredAt,
    ]);
    if (this.exporting)
      await tx.query(WRITE_EVENTS, [`[${this.lines.exported({ ...record, extraData }, true)}]`]);
  }

  /** Never waits and never throws. */
  settle(trace: ApprovalTrace, record: LogRecord): void {
    if (!this.places.tryTake(record.organizationId)) return;
    // An agent that left was answered nothing.
    const left = trace.settlement?.state === 'cancelled';
    const answered = left ? { status: STATUS_WHILE_HELD, refusal: null } : null;
    const ended = { ...record, ...answered, extraData: extraDataOf(trace, record) };
    this.waiting.push({
      id: trace.id,
      record: ended,
      line: this.exporting ? this.lines.exported(ended, true) : null,
    });
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  /** What a process held when it died (06 §18.4). */
  async markReleased(tx: Queryable, ids: readonly string[]): Promise<void> {
    const now = new Date().toISOString();
    const released = await tx.query<{ line: string }>(RELEASE, [ids, now]);
    if (this.exporting && released.length > 0)
      await tx.query(WRITE_EVENTS, [`[${released.map(({ line }) => line).join()}]`]);
  }

  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.flushing = this.flushing.then(() => this.writeAll());
    return this.flushing;
  }

  async onModuleDestroy(): Promise<void> {
    await this.flush();
  }

  /** The log and the export agree: both have the ends, or neither. */
  private async update(batch: readonly Settled[]): Promise<void> {
    const ends = [JSON.stringify(batch.map(({ id, record }) => ({ id, ...record })))];
    if (!this.exporting) return void (await this.db.query(UPDATE, ends));
    await this.db.tx(async (tx) => {
      await tx.query(UPDATE, ends);
      await tx.query(WRITE_EVENTS, [`[${batch.map(({ line }) => line).join()}]`]);
    });
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, BATCH);
      try {
        await this.update(batch);
      } catch (error) {
        this.logger.error(
          { err: error, records: batch.length },
          'outcomes of held requests could not be logged',
        );
        this.timer ??= setTimeout(() => void this.flush(), FLUSH_AGAIN_MS).unref();
        return;
      }
      this.waiting.splice(0, batch.length);
      for (const { record } of batch) this.places.giveBack(record.organizationId);
    }
  }
}

interface Settled {
  id: string;
  record: LogRecord;
  line: string | null;
}

const INSERT = `
  INSERT INTO request_log (id, organization_id, workspace_id, agent_id, method, host, path, provider, status,
    latency_ms, injection_count, llm_host, matched_rule_logical_id, extra_data, created_at)
  SELECT $1, organization_id, id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14
  FROM workspaces WHERE id = $2`;

const UPDATE = `
  UPDATE request_log l SET status = r.status, latency_ms = r."latencyMs", injection_count = r."injectionCount",
    matched_rule_logical_id = r."matchedRuleLogicalId", extra_data = r."extraData"
  FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, status integer, "latencyMs" integer, "injectionCount" integer,
    "matchedRuleLogicalId" uuid, "extraData" jsonb)
  WHERE l.id = r.id`;

const RELEASE = `
  UPDATE request_log SET status = 503, extra_data = extra_data || jsonb_build_object(
    'decision', 'approval_denied', 'approval_reason', 'gateway_restarting', 'resolved_at', $2::text)
  WHERE id = ANY ($1::uuid[])
  RETURNING jsonb_build_array(workspace_id, agent_id, method, host, path, provider, status, latency_ms,
    injection_count, llm_host, matched_rule_logical_id, extra_data, extract(epoch FROM $2::timestamptz) * 1000,
    gen_random_uuid(), true, organization_id, 'gateway_restarting', false)::text AS line`;

/** A refusal reached after the approval keeps its own `decision` (06 §15.1.5). */
function extraDataOf(trace: ApprovalTrace, { extraData }: LogRecord): Record<string, unknown> {
  const { id, triggeredAt, settlement } = trace;
  return {
    approval_id: id,
    triggered_at: triggeredAt.toISOString(),
    ...(settlement === null ? { decision: 'approval_pending' } : endOf(settlement)),
    ...extraData,
  };
}

const REASONS = { denied: 'denied', expired: 'timed out', released: 'gateway_restarting' } as const;

function endOf({ state, settledAt, decidedBy }: Settlement): Record<string, unknown> {
  const end = { resolved_at: settledAt.toISOString(), approved_by: decidedBy };
  if (state === 'approved' || state === 'cancelled') return { decision: `approval_${state}`, ...end };
  return { decision: 'approval_denied', approval_reason: REASONS[state], ...end };
}
