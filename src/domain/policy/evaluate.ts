/**
 * The verdict on one request: 02 §12 steps 4 to 8 with R3 (modifiers of both sets bind) and R10 (coverage).
 * Pure and total: no clock, no I/O, never throws. Enforcement, effective views and simulation all call this.
 */
import { pathMatches } from '../matching/path-pattern.js';
import type { Candidate, CompiledPolicy, CompiledRule, CompiledTarget, HostView } from './compiled-policy.js';
import { firstFailing } from './conditions.js';
import type { RequestFacts } from './facts.js';
import type { Decision } from './model.js';

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
  return combine(policy, facts, organization, workspace);
}

/** The rank of 02 §6.9, of a verdict. */
export function strictness(decision: Decision): number {
  if (decision.kind !== 'pass') return 0;
  return decision.approval ? 1 : decision.limits.length > 0 ? 2 : 3;
}

/** The first on a tie. */
function stricter(first: Decision, second: Decision): Decision {
  return strictness(second) < strictness(first) ? second : first;
}

/**
 * Step 5: the first rule that matches; later ones are not looked at. A rate limit both restricts and opens: where only
 * some readings of the body meet its conditions, what comes after it counts as well, if it is stricter (R26).
 */
export function firstMatch(
  candidates: readonly Candidate[],
  facts: RequestFacts,
  method: string,
): CompiledRule | null {
  let limited: CompiledRule | null = null;
  for (let index = 0; index < candidates.length; index++) {
    const candidate = candidates[index]!;
    if (!targetsMatch(candidate, facts, method)) continue;
    const { rule } = candidate;
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

function targetsMatch(candidate: Candidate, facts: RequestFacts, method: string): boolean {
  const either = candidate.rule.restricts;
  const targets = candidate.targets;
  const push = method === 'GET' ? facts.push : null;
  for (let index = 0; index < targets.length; index++) {
    const target = targets[index]!;
    if (targetMatches(target, facts, facts.path, facts.canonicalPath, method, either)) return true;
    if (push !== null && targetMatches(target, facts, push.path, push.canonicalPath, 'POST', either))
      return true;
  }
  return false;
}

/** One target against both forms of the path; its host matched when the view was built. */
function targetMatches(
  target: CompiledTarget,
  facts: RequestFacts,
  path: string,
  canonical: string,
  method: string,
  either: boolean,
): boolean {
  if (target.kind === 'secret') return true;
  if (target.kind === 'network' && target.method !== null && target.method !== method) return false;
  if (
    target.kind === 'surface' &&
    target.connectionId !== null &&
    target.connectionId !== facts.winnerConnectionId
  ) {
    return false;
  }
  const raw = formMatches(target, facts.host, path, method);
  if (path === canonical || raw === either) return raw;
  return formMatches(target, facts.host, canonical, method);
}

function formMatches(
  target: Exclude<CompiledTarget, { kind: 'secret' }>,
  host: string,
  path: string,
  method: string,
): boolean {
  return target.kind === 'network'
    ? pathMatches(target.path, path)
    : target.surface.covers(host, path, method);
}
