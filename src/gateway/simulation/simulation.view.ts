import type {
  ExplainedRule,
  ExplainedSet,
  RuleOutcome,
} from '../../domain/decision/policy/evaluation/explain-rules.js';
import type { Decision, PublishedRule, RateLimit } from '../../domain/decision/policy/model.js';
import {
  mustRedact,
  presentDecider,
  redactedRule,
  type PolicyViewer,
} from '../../modules/policy/effective-policy/model/redaction.js';
import type { EvaluatedRequest } from '../exchange/exchange.js';
import type { Refusal } from '../exchange/results/refusals.js';
import type { SimulationResponse } from './dto/simulation.dto.js';
import type { Simulation } from './simulator.js';

type SetResponse = SimulationResponse['sets'][number];

const MATCHED: readonly RuleOutcome[] = ['decides', 'applies', 'overruled', 'discarded'];
const HIDDEN_RULE =
  'An organization rule blocks this request. Only an organization admin can see and change it.';

/** What a viewer is told of a simulation (02 §8.6), redacted where they may not see the organization's rules. */
export function presentSimulation(
  simulation: Simulation,
  { isWebSocket }: EvaluatedRequest,
  viewer: PolicyViewer,
): SimulationResponse {
  const { decision, refusal, facts, provider, candidates, winner, explained, injection, withheld, hint } =
    simulation;
  const passes = refusal === null && decision?.kind === 'pass' ? decision : null;
  return {
    verdict: refusal !== null ? 'refuse' : passes?.approval ? 'approval' : 'allow',
    refusal: refusal && presentRefusal(refusal, decision, viewer),
    decidedBy: presentDecider(decision?.decidedBy ?? null, viewer),
    modifiers: {
      rateLimits: (passes?.limits ?? []).map((limit) => presentLimit(limit, viewer)),
      approval: passes?.approval ?? false,
    },
    request: {
      host: facts.host,
      path: facts.path,
      canonicalPath: facts.canonicalPath,
      methods: [...facts.methods],
      provider,
      llmHost: facts.llmHost,
      managed: facts.managed,
      webSocket: isWebSocket,
    },
    connections: [...candidates],
    winner,
    sets: (explained?.sets ?? []).map((set) => presentSet(set, viewer)),
    injection: [...injection],
    withheld,
    hint: hint && { status: hint.status, body: hint.body },
    notChecked: refusal === null ? askedOfOthers(simulation) : [],
  };
}

function askedOfOthers({ referring, guarded }: Simulation): SimulationResponse['notChecked'] {
  return [
    'dns',
    ...(referring ? (['vault'] as const) : []),
    ...(guarded ? (['resource_guard'] as const) : []),
  ];
}

/** The body an agent would get, without the rule's name where the viewer may not know it. */
function presentRefusal(
  { status, body }: Refusal,
  decision: Decision | null,
  viewer: PolicyViewer,
): NonNullable<SimulationResponse['refusal']> {
  const scope = decision?.rule?.scope;
  if (scope === undefined || !mustRedact(scope, viewer) || !('rule_name' in body)) return { status, body };
  const { rule_name: _, ...shown } = body;
  return { status, body: { ...shown, message: HIDDEN_RULE } };
}

function presentLimit(
  { rule, limit, window }: RateLimit,
  viewer: PolicyViewer,
): SimulationResponse['modifiers']['rateLimits'][number] {
  const { scope, logicalId } = rule;
  return { scope, logicalId: mustRedact(scope, viewer) ? null : logicalId, limit, window };
}

function presentSet({ rules, truncated, ...set }: ExplainedSet, viewer: PolicyViewer): SetResponse {
  if (!mustRedact(set.scope, viewer)) {
    return { ...set, rules: rules.map(presentRule), truncated };
  }
  const matched = rules.filter(({ outcome }) => MATCHED.includes(outcome));
  return {
    ...set,
    rules: matched.map(({ outcome }) => ({ outcome, rule: redactedRule(), failed: null })),
    truncated: false,
  };
}

function presentRule({ outcome, rule, failed }: ExplainedRule): SetResponse['rules'][number] {
  return { outcome, rule: summaryOf(rule), failed };
}

function summaryOf(rule: PublishedRule): Exclude<SetResponse['rules'][number]['rule'], { redacted: true }> {
  const { logicalId, name, source, action, requireApproval, rateLimit, rateLimitWindow } = rule;
  return { logicalId, name, source, action, requireApproval, rateLimit, rateLimitWindow };
}
