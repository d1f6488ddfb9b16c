/**
 * The draft of a set as plain data (02 §6.3, §6.4). A use case is a pure function from draft to draft; rules it
 * does not touch keep their object identity, which is how the writer knows what to store. In memory a draft is
 * in first-match order with the Default Rule last.
 */
import { randomUUID } from 'node:crypto';
import type { PublishedRule, RuleIdentity } from '../../../../domain/decision/policy/model.js';

/** Same fields as a published rule; `id` is the stable draft id. */
export type DraftRule = PublishedRule;
export type Draft = readonly DraftRule[];
export type DraftChange = (draft: Draft) => Draft;

/** What a writer says about a new rule; the rest has the defaults of 02 §6.2. */
export type NewRule = Pick<DraftRule, 'source' | 'name' | 'action' | 'identities' | 'targets'> &
  Partial<
    Pick<
      DraftRule,
      'description' | 'enabled' | 'rateLimit' | 'rateLimitWindow' | 'requireApproval' | 'conditions'
    >
  >;

/** The Default Rule is outside the order; the largest priority keeps it last for whoever sorts by it. */
const DEFAULT_RULE_PRIORITY = 2_147_483_647;

/** Every set is born with this rule, so that no default is ever virtual (02 §7.6). */
export function defaultRule(): DraftRule {
  return {
    ...newRule({ source: 'default', name: 'Default Rule', action: 'allow', identities: [], targets: [] }),
    priority: DEFAULT_RULE_PRIORITY,
    isDefault: true,
    coverage: 'credentialed',
  };
}

/** Appends rules at the end of the order, with priorities above every rule there is (02 §6.4.2). */
export function append(draft: Draft, rules: readonly NewRule[]): Draft {
  const ordered = draft.filter((rule) => !rule.isDefault);
  const highest = ordered.reduce((max, rule) => Math.max(max, rule.priority), 0);
  const added = rules.map((rule, index) => ({ ...newRule(rule), priority: highest + 1 + index }));
  return inOrder([...draft, ...added]);
}

/** Puts a rule before the first one that `isLater` tells, and numbers the order anew; the Default Rule stays last. */
export function insertAhead(draft: Draft, rule: NewRule, isLater: (rule: DraftRule) => boolean): Draft {
  const ordered = draft.filter((candidate) => !candidate.isDefault);
  const found = ordered.findIndex(isLater);
  const inserted = ordered.toSpliced(found === -1 ? ordered.length : found, 0, newRule(rule));
  return inOrder([
    ...draft.filter((candidate) => candidate.isDefault),
    ...inserted.map((candidate, index) => withPriority(candidate, index + 1)),
  ]);
}

/** Puts a rewritten rule in the place of the one with its id. */
export function replace(draft: Draft, rule: DraftRule): Draft {
  return draft.map((candidate) => (candidate.id === rule.id ? rule : candidate));
}

export function withoutRules(draft: Draft, ids: ReadonlySet<string>): Draft {
  return draft.filter((rule) => !ids.has(rule.id));
}

/** The rules in this order, numbered 1 to n; null unless each but the Default Rule is named once (02 §7.5). */
export function reorder(draft: Draft, orderedIds: readonly string[]): Draft | null {
  const placeOf = new Map(orderedIds.map((id, index) => [id, index + 1]));
  const ordered = draft.filter((rule) => !rule.isDefault);
  const complete = ordered.length === orderedIds.length && placeOf.size === orderedIds.length;
  if (!complete || ordered.some((rule) => !placeOf.has(rule.id))) return null;
  return inOrder(draft.map((rule) => withPriority(rule, placeOf.get(rule.id) ?? rule.priority)));
}

function withPriority(rule: DraftRule, priority: number): DraftRule {
  return rule.priority === priority ? rule : { ...rule, priority };
}

/** First match order: priority, then id; the Default Rule last (02 §6.4.1, §6.4.4). */
export function inOrder(rules: Draft): Draft {
  return [...rules].sort(
    (a, b) =>
      Number(a.isDefault) - Number(b.isDefault) ||
      a.priority - b.priority ||
      (a.id < b.id ? -1 : Number(a.id > b.id)),
  );
}

export function isFor(rule: DraftRule, identity: RuleIdentity): boolean {
  return rule.identities.some(({ type, id }) => type === identity.type && id === identity.id);
}

function newRule(rule: NewRule): DraftRule {
  return {
    id: randomUUID(),
    logicalId: randomUUID(),
    priority: 0,
    isDefault: false,
    description: null,
    enabled: true,
    rateLimit: null,
    rateLimitWindow: null,
    requireApproval: false,
    coverage: null,
    conditions: null,
    createdAt: new Date().toISOString(),
    ...rule,
  };
}
