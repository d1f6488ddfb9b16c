import { canonicalPathMatches, pathMatches } from '../../matching/path-pattern.js';
import type { CompiledPolicy } from '../compiled/compiled-policy.js';
import type { OwnTools } from '../../catalog/tools/app-tools.js';
import type { Candidate, CompiledRule, HostView, CompiledTarget } from '../compiled/compiled-rule.js';
import { firstFailing } from '../conditions/conditions.js';
import type { RequestFacts } from '../conditions/facts.js';
import type { Decision, RateLimit } from '../model.js';
import { strictness, PLAIN_RANK } from '../strictness.js';

/**
 * The verdict on one request: 02 §12 steps 4 to 8 with R3 (modifiers of both sets bind) and R10 (coverage).
 * Pure and total: no clock, no I/O, never throws. Enforcement, effective views and simulation all call this.
 */

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

/**
 * How the targets of a rule meet a request, whose path has several readings (02 §9.3, R25): the form that was sent,
 * the canonical one, and what some servers make of it. What opens needs the first two, what restricts any.
 */

/** `partly`: in some readings of the path and not in both of its forms. */
export type Meeting = 'no' | 'partly' | 'fully';

/** The best of its targets; the host matched when the view was built. */
export function meetingOf(candidate: Candidate, facts: RequestFacts, method: string): Meeting {
  const { rule, targets } = candidate;
  let best: Meeting = 'no';
  for (let index = 0; index < targets.length; index++) {
    const target = targets[index]!;
    if (facts.plain && target.kind === 'network' && target.path.written === target.path.canonical) {
      // Nearly every question ever asked: by way of the rest of the file, 10,000 rules cost a fifth more.
      if (target.method !== null && target.method !== method) continue;
      if (canonicalPathMatches(target.path, facts.path)) return 'fully';
      continue;
    }
    const met = targetMeets(target, facts, method);
    if (met === 'fully' && (rule.blocks || opens(target, facts, method))) return met;
    if (met === 'fully') best = 'partly';
    if (met === 'partly') best = met;
  }
  return best;
}

function targetMeets(target: CompiledTarget, facts: RequestFacts, method: string): Meeting {
  if (target.kind === 'secret') return 'fully';
  if (target.kind === 'surface' && isOfAnother(target.connectionId, facts.winnerConnectionId)) return 'no';
  const { path, canonicalPath, push, readings, host } = facts;
  let own = bothForms(target, host, path, canonicalPath, method);
  // What opens has to match what some servers take for the path in place of it (R42).
  if (own === 'fully' && !facts.overrides.every((named) => canonicalMeets(target, host, named, method)))
    own = 'partly';
  if (own === 'fully') return own;
  const pushed =
    push === null || method !== 'GET' ? 'no' : bothForms(target, host, push.path, push.canonicalPath, 'POST');
  if (pushed === 'fully') return pushed;
  if (own === 'partly' || pushed === 'partly') return 'partly';
  for (let index = 0; index < readings.length; index++) {
    const reading = readings[index]!;
    if (canonicalMeets(target, host, reading.path, method)) return 'partly';
    if (reading.push !== null && method === 'GET' && canonicalMeets(target, host, reading.push.path, 'POST'))
      return 'partly';
  }
  return 'no';
}

/**
 * A target that names tools opens only where it names every tool that the request is about, in every reading of its path
 * and without a slash at its end (11 §4.2, §5.2).
 */
function opens(target: CompiledTarget, facts: RequestFacts, method: string): boolean {
  if (target.kind !== 'surface' || target.surface.ownTools === undefined) return true;
  const { surface } = target;
  const { host, overrides, readings, push } = facts;
  const own = (path: string, as: string): OwnTools => surface.ownTools!(host, path, as);
  const pushed = push !== null && method === 'GET' && own(facts.path, method) !== 'named';
  const as = pushed ? 'POST' : method;
  const { path, canonicalPath } = pushed ? push : facts;
  if (own(path, as) !== 'named' || (path !== canonicalPath && own(canonicalPath, as) !== 'named'))
    return false;
  // Not every server reads these: what no tool serves then is no other tool's.
  const others = [...overrides, ...readings.map((reading) => reading.path)];
  return [withoutSlash(canonicalPath), ...others, ...others.map(withoutSlash)].every(
    (read) => read === canonicalPath || own(read, as) !== 'unnamed',
  );
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function isOfAnother(connectionId: string | null, winner: string | null): boolean {
  return connectionId !== null && connectionId !== winner;
}

function bothForms(
  target: Exclude<CompiledTarget, { kind: 'secret' }>,
  host: string,
  path: string,
  canonical: string,
  method: string,
): Meeting {
  let raw: boolean;
  let twin: boolean;
  if (target.kind === 'network') {
    if (target.method !== null && target.method !== method) return 'no';
    const pattern = target.path;
    raw = pathMatches(pattern, path);
    twin =
      path === canonical && pattern.written === pattern.canonical
        ? raw
        : canonicalPathMatches(pattern, canonical);
  } else {
    raw = target.surface.covers(host, path, method);
    twin = path === canonical ? raw : target.surface.covers(host, canonical, method);
  }
  return raw && twin ? 'fully' : raw || twin ? 'partly' : 'no';
}

function canonicalMeets(
  target: Exclude<CompiledTarget, { kind: 'secret' }>,
  host: string,
  path: string,
  method: string,
): boolean {
  if (target.kind === 'surface') return target.surface.covers(host, path, method);
  return (target.method === null || target.method === method) && canonicalPathMatches(target.path, path);
}

/**
 * Approvals and rate limits that meet a request in one reading of its path only (02 §9.3, R25), or name some of its tools only (11 §5.3). They restrict it as
 * any matching rule does, but open nothing: were they to end the search, `/public/../admin` would pass a block on
 * `/admin`, or the default, by way of a rate-limited rule on `/public/*`.
 */

type Pass = Extract<Decision, { kind: 'pass' }>;

/** The strictest such rule of a set before the one that matched, the first on a tie. */
export function restrictionOf(
  candidates: readonly Candidate[],
  facts: RequestFacts,
  method: string,
  matched: CompiledRule | null,
): CompiledRule | null {
  let strictest: CompiledRule | null = null;
  for (const candidate of candidates) {
    const { rule } = candidate;
    if (rule === matched) break;
    if (rule.rank >= (strictest?.rank ?? PLAIN_RANK)) continue;
    if (meetingOf(candidate, facts, method) !== 'partly') continue;
    if (rule.conditions === null || firstFailing(rule.conditions, facts.body, rule.restricts) < 0)
      strictest = rule;
  }
  return strictest;
}

/** A verdict that lets pass, with what the restrictions of both sets add to it; all of them bind (R3). */
export function restrictedBy(passing: Pass, restrictions: readonly (CompiledRule | null)[]): Decision {
  let decision = passing;
  for (const rule of restrictions) {
    if (rule === null || rule.decision.kind !== 'pass') continue;
    const decider = rule.rank < strictness(decision) ? rule.decision : decision;
    decision = {
      ...decider,
      limits: organizationFirst([...decision.limits, ...rule.limits]),
      approval: decision.approval || rule.decision.approval,
    };
  }
  return decision;
}

function organizationFirst(limits: readonly RateLimit[]): readonly RateLimit[] {
  return [
    ...limits.filter(({ rule }) => rule.scope === 'organization'),
    ...limits.filter(({ rule }) => rule.scope !== 'organization'),
  ];
}
