import type { CompiledPolicy } from '../compiled/compiled-policy.js';
import type { CompiledRule } from '../compiled/compiled-rule.js';
import { combine, firstMatch, mayMeetPartly, restrictedBy, restrictionOf } from './evaluate.js';
import type { RequestFacts } from '../conditions/facts.js';
import type { Decision, PublishedRule } from '../model.js';
import { strictness } from '../strictness.js';

type Scope = 'organization' | 'workspace';

/** What became of the rule that matched first in its set (names of 02 §8.6). */
export type MatchOutcome = 'decides' | 'applies' | 'overruled' | 'discarded';

export interface SetMatch {
  readonly rule: PublishedRule;
  readonly outcome: MatchOutcome;
}

export interface Explanation {
  /** The member of the method set whose verdict stands. */
  readonly method: string;
  readonly decision: Decision;
  readonly organization: SetMatch | null;
  readonly workspace: SetMatch | null;
}

/**
 * The verdict of `evaluate` together with the two matches behind it, through the same code. A rule that only
 * restricts, because it meets one reading of the path, stands before the one that matched and is named instead, unless
 * the latter decides.
 */
export function matchSets(policy: CompiledPolicy, facts: RequestFacts): Explanation {
  const view = policy.viewFor(facts.host);
  const methods = facts.methods.length > 0 ? facts.methods : ['GET'];
  return methods
    .map((method) => {
      const organization = firstMatch(view.organization, facts, method);
      const workspace = firstMatch(view.workspace, facts, method);
      const combined = combine(policy, facts, organization, workspace);
      const partly = combined.kind === 'pass' && mayMeetPartly(view, facts);
      const restrictions = {
        organization: partly ? restrictionOf(view.organization, facts, method, organization) : null,
        workspace: partly ? restrictionOf(view.workspace, facts, method, workspace) : null,
      };
      const decision = partly ? restrictedBy(combined, Object.values(restrictions)) : combined;
      return {
        method,
        decision,
        organization: outcomeOf([organization, restrictions.organization], 'organization', decision),
        workspace: outcomeOf([workspace, restrictions.workspace], 'workspace', decision),
      };
    })
    .reduce((strictest, next) =>
      strictness(next.decision) < strictness(strictest.decision) ? next : strictest,
    );
}

function outcomeOf(
  [matched, restriction]: readonly [CompiledRule | null, CompiledRule | null],
  scope: Scope,
  decision: Decision,
): SetMatch | null {
  const named = matched !== null && decides(matched, scope, decision) ? matched : (restriction ?? matched);
  if (named === null) return null;
  return { rule: named.rule, outcome: outcome(named, scope, decision) };
}

function outcome(match: CompiledRule, scope: Scope, decision: Decision): MatchOutcome {
  if (decision.kind === 'default-block') return 'discarded';
  if (decides(match, scope, decision)) return 'decides';
  return decision.kind === 'block' ? 'overruled' : 'applies';
}

function decides({ rule }: CompiledRule, scope: Scope, { rule: deciding }: Decision): boolean {
  return deciding?.scope === scope && deciding.logicalId === rule.logicalId;
}
