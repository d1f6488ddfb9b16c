/**
 * The verdict on one request: 02 §12 steps 4 to 8 with R3 (modifiers of both sets bind) and R10 (coverage).
 * Pure and total: no clock, no I/O, never throws. Enforcement, effective views and simulation all call this.
 */
import type { CompiledPolicy } from '../compiled/compiled-policy.js';
import type { Candidate, CompiledRule, HostView } from '../compiled/compiled-rule.js';
import { firstFailing } from '../conditions/conditions.js';
import type { RequestFacts } from '../conditions/facts.js';
import type { Decision } from '../model.js';
import { restrictedBy, restrictionOf } from './partial-match.js';
import { strictness } from '../strictness.js';
import { meetingOf } from './target-match.js';

/** Rank of 02 §6.9. */
const RATE_LIMITED = 2;

const POSTURE_ALLOW: Decision = Object.freeze({ kind: 'pass', limits: [], approval: false, decidedBy: null });

/** With several methods the algorithm runs per method and the strictest verdict stands, the first on a tie (§9.4). */
export function evaluate(policy: CompiledPolicy, facts: RequestFacts): Decision {
  const view = policy.viewFor(facts.host);
  const methods = facts.methods;
  let strictest = decideFor(policy, view, facts, methods[0] ?? 'GET');
  for (let index = 1; index < methods.length; index++) {
    strictest = stricter(strictest, decideFor(policy, view, facts, methods[index]!));
  }
  return strictest;
}

/** Whether some rule about this host looks at bodies; false spares the gateway the reading (06 §19.16). */
export function needsBody(policy: CompiledPolicy, host: string): boolean {
  return policy.viewFor(host).conditioned;
}

/** Whether a rule about this host tells methods apart, so that a form that names another method matters (02 §9.1). */
export function needsMethods(policy: CompiledPolicy, host: string): boolean {
  return policy.viewFor(host).methodBound;
}

function decideFor(policy: CompiledPolicy, view: HostView, facts: RequestFacts, method: string): Decision {
  const organization = firstMatch(view.organization, facts, method);
  const workspace = firstMatch(view.workspace, facts, method);
  const decision = combine(policy, facts, organization, workspace);
  if (decision.kind !== 'pass' || !mayMeetPartly(view, facts)) return decision;
  return restrictedBy(decision, [
    restrictionOf(view.organization, facts, method, organization),
    restrictionOf(view.workspace, facts, method, workspace),
  ]);
}

/** False for most requests: no rule names tools, the path has one form, and so have the patterns. */
export function mayMeetPartly(view: HostView, facts: RequestFacts): boolean {
  return !facts.plain || view.respelled || view.namesTools;
}

/** The first on a tie. */
function stricter(first: Decision, second: Decision): Decision {
  return strictness(second) < strictness(first) ? second : first;
}

/**
 * Step 5: the first rule that matches; later ones are not looked at. A block needs one reading of the path; other
 * rules need both forms, and every tool that the request is about, since whatever they let pass ends the search for blocks
 * behind them. A rate limit both
 * restricts and opens: where only some readings of the body meet its conditions, what comes after it counts as well,
 * if it is stricter (R26).
 */
export function firstMatch(
  candidates: readonly Candidate[],
  facts: RequestFacts,
  method: string,
): CompiledRule | null {
  let limited: CompiledRule | null = null;
  for (let index = 0; index < candidates.length; index++) {
    const candidate = candidates[index]!;
    const { rule } = candidate;
    const met = meetingOf(candidate, facts, method);
    if (met === 'no' || (met === 'partly' && !rule.blocks)) continue;
    if (rule.conditions !== null && firstFailing(rule.conditions, facts.body, rule.restricts) >= 0) continue;
    if (!opensInDoubt(rule, facts)) return limited === null || rule.rank < limited.rank ? rule : limited;
    limited ??= rule;
  }
  return limited && { ...limited, inDoubt: true };
}

function opensInDoubt({ rank, conditions }: CompiledRule, facts: RequestFacts): boolean {
  return rank === RATE_LIMITED && conditions !== null && firstFailing(conditions, facts.body, false) >= 0;
}

/** Which sets' blocking defaults are armed for this request (steps 4 and 6). */
export function organizationFloor(policy: CompiledPolicy, facts: RequestFacts): boolean {
  const { blocks, coversAll } = policy.organizationDefault;
  return blocks && (coversAll || (facts.managed && !facts.llmHost));
}

export function workspaceFloor(policy: CompiledPolicy, facts: RequestFacts): boolean {
  return policy.workspaceDefault.blocks && facts.managed && !facts.llmHost;
}

/** Steps 6 to 8. A match in doubt is also taken for none, and the stricter outcome stands. */
export function combine(
  policy: CompiledPolicy,
  facts: RequestFacts,
  organization: CompiledRule | null,
  workspace: CompiledRule | null,
): Decision {
  let decision = combineCertain(policy, facts, organization, workspace);
  if (organization?.inDoubt) decision = stricter(decision, combine(policy, facts, null, workspace));
  if (workspace?.inDoubt) decision = stricter(decision, combineCertain(policy, facts, organization, null));
  return decision;
}

function combineCertain(
  policy: CompiledPolicy,
  facts: RequestFacts,
  organization: CompiledRule | null,
  workspace: CompiledRule | null,
): Decision {
  if (organization !== null && workspace !== null) return bothMatched(organization, workspace);
  if (workspace !== null && (workspace.blocks || !organizationFloor(policy, facts)))
    return workspace.decision;
  if (organization !== null && (organization.blocks || !workspaceFloor(policy, facts)))
    return organization.decision;
  return defaultVerdict(policy, facts);
}

function defaultVerdict(policy: CompiledPolicy, facts: RequestFacts): Decision {
  const decision = organizationFloor(policy, facts)
    ? policy.organizationDefault.decision
    : workspaceFloor(policy, facts)
      ? policy.workspaceDefault.decision
      : null;
  return decision ?? POSTURE_ALLOW;
}

/** Step 7 with R3: the lower rank decides, ties go to the organization; unless it blocks, both modify. */
function bothMatched(organization: CompiledRule, workspace: CompiledRule): Decision {
  const [decider, other] =
    workspace.rank < organization.rank ? [workspace, organization] : [organization, workspace];
  const own = decider.decision;
  if (own.kind !== 'pass' || other.decision.kind !== 'pass' || other.limits.length === 0) return own;
  return { ...own, limits: [...organization.limits, ...workspace.limits] };
}
