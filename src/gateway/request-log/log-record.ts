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
