import { randomUUID } from 'node:crypto';
import { isLlmHost } from '../../domain/decision/matching/llm-hosts.js';
import type { Decision } from '../../domain/decision/policy/model.js';
import { authorityOf, type ExchangeOutcome } from '../exchange/exchange.js';
import type { Admitted } from '../exchange/progress.js';

const MAX_PATH = 2_048;

/** A row of the request log (06 §14.1), and what is only exported. */
export interface LogRecord {
  organizationId: string;
  workspaceId: string;
  agentId: string;
  method: string;
  host: string;
  path: string;
  provider: string;
  status: number;
  latencyMs: number;
  injectionCount: number;
  llmHost: boolean;
  matchedRuleLogicalId: string | null;
  extraData: Readonly<Record<string, unknown>> | null;
  createdAt: Date;
  /** The code of what the gateway answered itself. */
  refusal: string | null;
  /** Whether an upstream answered. */
  forwarded: boolean;
}

/** Verdicts that end a request before or beside the rules; stored under their own code (06 §14.3). */
const REFUSALS_WITHOUT_RULE = new Set([
  'app_unavailable',
  'resource_access_denied',
  'budget_exceeded',
  'budget_unmeterable',
  'quota_exceeded',
  'claim_required',
  'destination_not_allowed',
  'malformed_request',
]);

/** What is remembered of a finished exchange. Path and host are the agent's own, never the injected ones. */
export function logRecordOf(
  state: Admitted,
  outcome: ExchangeOutcome,
  llmHosts: ReadonlySet<string>,
  now: Date,
): LogRecord {
  const { access, decision, provider } = state;
  return {
    organizationId: access.organization.id,
    workspaceId: access.workspaceId,
    agentId: access.agent.id,
    method: state.isWebSocket ? 'WEBSOCKET' : state.method,
    host: authorityOf(state.scheme, state.host, state.port),
    path: state.path.slice(0, MAX_PATH),
    provider: provider ?? state.host,
    status: outcome.status,
    latencyMs: outcome.latencyMs,
    injectionCount: outcome.injectionCount,
    llmHost: isLlmHost(state.host, llmHosts),
    matchedRuleLogicalId: decision?.rule?.logicalId ?? null,
    extraData: extraDataOf(state, outcome),
    createdAt: now,
    refusal: outcome.refusal?.body.error ?? null,
    forwarded: outcome.upstreamMs !== undefined,
  };
}

/** What a rule alone says is one object for all its requests: making it costs more than the rest of the record. */
const ofRules = new WeakMap<Decision['rule'] & object, Readonly<Record<string, unknown>>>();

function extraDataOf({ decision, winner }: Admitted, outcome: ExchangeOutcome): LogRecord['extraData'] {
  const rule = decision?.rule ?? null;
  const data = outcome.charge?.estimated
    ? { ...verdictData(outcome), estimated: true }
    : verdictData(outcome);
  if (data === null && winner === null) return rule === null ? null : ruleData(rule);
  return {
    ...data,
    ...(winner !== null && { connection_label: winner.label }),
    ...(rule !== null && ruleData(rule)),
  };
}

function ruleData(rule: Decision['rule'] & object): Readonly<Record<string, unknown>> {
  let data = ofRules.get(rule);
  if (data === undefined) {
    data = Object.freeze({ matched_rule_name: rule.name, matched_rule_scope: rule.scope });
    ofRules.set(rule, data);
  }
  return data;
}

function verdictData(outcome: ExchangeOutcome): Record<string, unknown> | null {
  const body = outcome.refusal?.body;
  if (outcome.cut) return { decision: 'blocked', blocked_by_rule: body?.rule_name ?? body?.error, cut: true };
  switch (body?.error) {
    case 'blocked_by_policy':
      return { decision: 'blocked', blocked_by_rule: body.rule_name };
    case 'blocked_by_default_policy':
    case 'rate_limited':
      return { decision: body.error };
    default:
      return body?.error !== undefined && REFUSALS_WITHOUT_RULE.has(body.error)
        ? { decision: 'blocked', blocked_by_rule: body.error }
        : null;
  }
}

/** What stands for itself in JSON: visible ASCII and blanks but `"` and `\`. */
const PLAIN = /^[ !#-[\]-~]*$/;
const BEYOND_ASCII = /[\u007f-\uffff]/g;

/** A value that is mostly that of the record before. */
class Remembered<Value> {
  private value: Value | undefined;
  private text = '';

  constructor(private readonly write: (value: Value) => string) {}

  textOf(value: Value): string {
    if (value === this.value) return this.text;
    this.text = this.write(value);
    this.value = value;
    return this.text;
  }
}

/**
 * Records as text, written out here: most values need no escape, and most are those of the record before. All of it is
 * ASCII: a single letter beyond would make V8 keep a whole batch in two bytes a character, and convert it.
 */
export class LogLines {
  private readonly organization = new Remembered(quoted);
  private readonly workspace = new Remembered(quoted);
  private readonly agent = new Remembered(quoted);
  private readonly method = new Remembered(quoted);
  private readonly host = new Remembered(quoted);
  private readonly provider = new Remembered(quoted);
  private readonly rule = new Remembered(quotedOrNull);
  private readonly refusal = new Remembered(quotedOrNull);
  /** By the object: what a rule alone says is the same one for all its records. */
  private readonly extra = new Remembered((data: LogRecord['extraData']) => inAscii(JSON.stringify(data)));

  /** In the order that the statement reads. */
  of(entry: LogRecord): string {
    return `${this.begun(entry)}]`;
  }

  /** With what is only exported; `kept`: whether it is also a row. */
  exported(entry: LogRecord, kept: boolean): string {
    return (
      `${this.begun(entry)},${kept},${this.organization.textOf(entry.organizationId)},` +
      `${this.refusal.textOf(entry.refusal)},${entry.forwarded}]`
    );
  }

  private begun(entry: LogRecord): string {
    const { latencyMs, injectionCount, llmHost } = entry;
    return (
      `[${this.workspace.textOf(entry.workspaceId)},${this.agent.textOf(entry.agentId)},` +
      `${this.method.textOf(entry.method)},${this.host.textOf(entry.host)},${quoted(entry.path)},` +
      `${this.provider.textOf(entry.provider)},${entry.status},${latencyMs},${injectionCount},${llmHost},` +
      `${this.rule.textOf(entry.matchedRuleLogicalId)},${this.extra.textOf(entry.extraData)},` +
      `${entry.createdAt.getTime()},"${randomUUID()}"`
    );
  }
}

function quotedOrNull(text: string | null): string {
  return text === null ? 'null' : quoted(text);
}

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : inAscii(JSON.stringify(text));
}

function inAscii(json: string): string {
  return PLAIN.test(json)
    ? json
    : json.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const FIRST_BYTES = 65_536;
const COMMA = 0x2c;
const OPENING = 0x5b;
const CLOSING = 0x5d;
/** What PostgreSQL wants before JSON that is sent as bytes. */
const JSONB_VERSION = 1;

/**
 * Lines that will be one statement, as its bytes. They wait for seconds, and what waits as objects is moved by each
 * collection of young objects until a full one has to free it; these are outside of V8's heap.
 */
export class LogBatch {
  count = 0;
  /** It is on its way, or was: nothing more is added. */
  sealed = false;
  /** How many lines each organization has in it. */
  readonly owners = new Map<string, number>();
  private bytes = Buffer.allocUnsafe(FIRST_BYTES);
  private length = 0;

  constructor() {
    this.bytes[this.length++] = JSONB_VERSION;
    this.bytes[this.length++] = OPENING;
  }

  /** `line` is ASCII. */
  add(line: string, organizationId: string): void {
    this.makeRoom(line.length + 2);
    if (this.count > 0) this.bytes[this.length++] = COMMA;
    this.length += this.bytes.write(line, this.length, 'latin1');
    this.count += 1;
    this.owners.set(organizationId, (this.owners.get(organizationId) ?? 0) + 1);
  }

  /** Empty again, with the room it has; nobody may be using `toJsonb()` any more. */
  reuse(): this {
    this.count = 0;
    this.sealed = false;
    this.length = 2;
    this.owners.clear();
    return this;
  }

  toJsonb(): Buffer {
    this.bytes[this.length] = CLOSING;
    return this.bytes.subarray(0, this.length + 1);
  }

  /** One byte is left for the end. */
  private makeRoom(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
