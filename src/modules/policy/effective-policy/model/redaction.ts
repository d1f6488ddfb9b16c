/**
 * What a viewer may know of the rules behind a verdict (02 §8): organization rules are shown to those who pass the
 * organization admin check, everybody else learns that there is one.
 */
import type { GrantingRule } from '../../../../domain/decision/policy/injectable.js';
import type { Decider, PolicyScope, PublishedRule } from '../../../../domain/decision/policy/model.js';
import type { Caller } from '../../../../kernel/access/declaration/caller.js';

export type PolicyViewer = Pick<Caller, 'isAdmin'>;

export interface RedactedRule {
  kind: 'rule';
  scope: 'organization';
  redacted: true;
}

export type DecidedBy =
  | { kind: 'rule'; scope: PolicyScope; rule: Decider['rule'] }
  | RedactedRule
  | { kind: 'default'; scope: PolicyScope };

export type Provenance =
  { kind: 'rule'; scope: PolicyScope; rule: { logicalId: string; name: string } } | RedactedRule;

export function mustRedact(scope: PolicyScope, viewer: PolicyViewer): boolean {
  return scope === 'organization' && !viewer.isAdmin;
}

export function redactedRule(): RedactedRule {
  return { kind: 'rule', scope: 'organization', redacted: true };
}

/** That a default decided is no secret: every agent it blocks is told so. */
export function presentDecider(decider: Decider | null, viewer: PolicyViewer): DecidedBy | null {
  if (decider === null) return null;
  const { kind, scope, rule } = decider;
  if (kind === 'default') return { kind, scope };
  return mustRedact(scope, viewer) ? redactedRule() : { kind, scope, rule };
}

/** The rules that attach a credential; however many are hidden, one marker says so. */
export function presentProvenance(granting: readonly GrantingRule[], viewer: PolicyViewer): Provenance[] {
  const shown = granting.filter(({ scope }) => !mustRedact(scope, viewer));
  const provenance: Provenance[] = shown.length < granting.length ? [redactedRule()] : [];
  return [
    ...provenance,
    ...shown.map(({ rule, scope }) => ({ kind: 'rule' as const, scope, rule: nameOf(rule) })),
  ];
}

function nameOf({ logicalId, name }: PublishedRule): { logicalId: string; name: string } {
  return { logicalId, name };
}
