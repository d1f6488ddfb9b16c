/**
 * What became of every rule of both sets for one request, in the words of 02 §8.6. What matched is what the engine
 * says matched; only why a rule did not is found out here, by asking the engine about easier versions of it. Pure.
 */
import { KeyPaths } from '../../../protocols/bodies/key-paths.js';
import type { CompiledPolicy } from '../compiled/compiled-policy.js';
import type { Candidate } from '../compiled/compiled-rule.js';
import { compilePolicy, type PolicyInput } from '../compiled/compile.js';
import { compileConditions, firstFailing } from '../conditions/conditions.js';
import { firstMatch, restrictionOf } from './evaluate.js';
import { type Explanation, matchSets, type MatchOutcome, type SetMatch } from './explain.js';
import type { RequestFacts } from '../conditions/facts.js';
import { Principals } from '../identities.js';
import type { Coverage, PolicyScope, PublishedRule, RuleAction } from '../model.js';
import { nearestMiss, type TargetPart } from './target-miss.js';

export type RuleOutcome = MatchOutcome | 'shadowed' | 'disabled' | 'identity' | 'target' | 'condition';

export interface ExplainedRule {
  readonly outcome: RuleOutcome;
  readonly rule: PublishedRule;
  /** The part of the nearest target, or the index of the condition, that did not match. */
  readonly failed: TargetPart | number | null;
}

export interface ExplainedSet {
  readonly scope: PolicyScope;
  readonly armed: boolean;
  readonly default: { readonly action: RuleAction; readonly coverage: Coverage };
  /** First-match order, without the Default Rule and without grants of other agents. */
  readonly rules: readonly ExplainedRule[];
  /** More rules follow. */
  readonly truncated: boolean;
}

export interface ExplainedRequest extends Omit<Explanation, 'organization' | 'workspace'> {
  readonly sets: readonly [organization: ExplainedSet, workspace: ExplainedSet];
}

interface Context {
  readonly input: PolicyInput;
  readonly facts: RequestFacts;
  readonly method: string;
  readonly principals: Principals;
}

/** The rule of a set that matched, and its place. */
interface Matched extends SetMatch {
  readonly order: number;
}

/** Of one set; a bound on the work and on the answer. */
const MAX_RULES = 500;

/** `policy` is compiled from `input`. */
export function explainRules(
  policy: CompiledPolicy,
  input: PolicyInput,
  facts: RequestFacts,
): ExplainedRequest {
  const { organization, workspace, method, decision } = matchSets(policy, facts);
  const context = { input, facts, method, principals: new Principals(input.agent) };
  const view = policy.viewFor(facts.host);
  const credentialed = facts.managed && !facts.llmHost;
  const own = explainSet('organization', input.organization, view.organization, organization, context);
  return {
    method,
    decision,
    sets: [
      { ...own, armed: credentialed || own.default.coverage === 'all' },
      {
        ...explainSet('workspace', input.workspace, view.workspace, workspace, context),
        armed: credentialed,
      },
    ],
  };
}

function explainSet(
  scope: PolicyScope,
  rules: readonly PublishedRule[],
  candidates: readonly Candidate[],
  match: SetMatch | null,
  context: Context,
): Omit<ExplainedSet, 'armed'> {
  const byRule = new Map(candidates.map((candidate) => [candidate.rule.rule, candidate]));
  const shown = rules.filter((rule) => !rule.isDefault && !isForeignGrant(rule, context));
  const fallback = rules.findLast((rule) => rule.isDefault);
  const matched = match && { ...match, order: byRule.get(match.rule)!.rule.order };
  return {
    scope,
    default: { action: fallback?.action ?? 'allow', coverage: fallback?.coverage ?? 'credentialed' },
    rules: shown
      .slice(0, MAX_RULES)
      .map((rule) => ({ rule, ...explainRule(rule, byRule.get(rule) ?? null, matched, context) })),
    truncated: shown.length > MAX_RULES,
  };
}

function isForeignGrant(rule: PublishedRule, { principals }: Context): boolean {
  return rule.source === 'grant' && !principals.match(rule);
}

function explainRule(
  rule: PublishedRule,
  candidate: Candidate | null,
  match: Matched | null,
  context: Context,
): Omit<ExplainedRule, 'rule'> {
  const { facts, method, principals } = context;
  if (!rule.enabled) return { outcome: 'disabled', failed: null };
  if (!principals.match(rule)) return { outcome: 'identity', failed: null };
  if (match?.rule === rule) return { outcome: match.outcome, failed: null };
  if (candidate !== null && isShadowed(candidate, match, facts, method)) {
    return { outcome: 'shadowed', failed: null };
  }
  const condition = failingCondition(rule, candidate, context);
  if (condition !== null) return { outcome: 'condition', failed: condition };
  return { outcome: 'target', failed: nearestMiss(rule, context.input, facts, method) };
}

/** One that only restricts is, too; before the rule that matched it did not come to bear, as a miss of its path. */
function isShadowed(
  candidate: Candidate,
  match: Matched | null,
  facts: RequestFacts,
  method: string,
): boolean {
  if (firstMatch([candidate], facts, method) !== null) return true;
  if (match === null || match.order > candidate.rule.order) return false;
  return restrictionOf([candidate], facts, method, null) !== null;
}

/** Index of the condition without which the rule would match; null when a target fails before. */
function failingCondition(
  rule: PublishedRule,
  candidate: Candidate | null,
  { input, facts, method }: Context,
): number | null {
  const stored: unknown = rule.conditions;
  if (stored === null || stored === undefined) return null;
  const bare = candidate === null ? unconditioned(rule, input, facts) : withoutConditions(candidate);
  if (bare === null || firstMatch([bare], facts, method) === null) return null;
  const compiled = candidate?.rule.conditions ?? null;
  if (compiled !== null) return firstFailing(compiled, facts.body, candidate!.rule.restricts);
  // Conditions that cannot be read keep a rule that opens from ever matching (02 §6.8.4).
  const unreadable = Array.isArray(stored)
    ? stored.findIndex((condition) => compileConditions([condition], false, new KeyPaths()) === 'never')
    : 0;
  return Math.max(0, unreadable);
}

function withoutConditions({ rule, targets }: Candidate): Candidate {
  return { rule: { ...rule, conditions: null }, targets };
}

/** The rule as a policy of its own; null when it has nothing to do with the host. */
function unconditioned(rule: PublishedRule, input: PolicyInput, facts: RequestFacts): Candidate | null {
  const alone = compilePolicy({ ...input, organization: [{ ...rule, conditions: null }], workspace: [] });
  return alone.viewFor(facts.host).organization[0] ?? null;
}
