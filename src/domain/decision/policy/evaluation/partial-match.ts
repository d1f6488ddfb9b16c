/**
 * Approvals and rate limits that meet a request in one reading of its path only (02 §9.3, R25), or name some of its tools
 * only (11 §5.3). They restrict it as any matching rule does, but open nothing: were they to end the search, `/public/../admin` would pass a block on
 * `/admin`, or the default, by way of a rate-limited rule on `/public/*`.
 */
import type { Candidate, CompiledRule } from '../compiled/compiled-rule.js';
import { firstFailing } from '../conditions/conditions.js';
import type { RequestFacts } from '../conditions/facts.js';
import type { Decision, RateLimit } from '../model.js';
import { PLAIN_RANK, strictness } from '../strictness.js';
import { meetingOf } from './target-match.js';

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
