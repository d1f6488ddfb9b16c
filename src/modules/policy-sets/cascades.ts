/** What a deletion elsewhere does to the rules of a set (02 §16). Pure. */
import type { RuleIdentity, RuleTarget } from '../../domain/policy/model.js';
import { type DraftChange, type DraftRule, isFor } from './draft.js';

/**
 * Takes an identity out of every rule. A grant of it goes whole; any other rule left without identities is
 * switched off, because an empty list would widen it to everyone (02 §16.2).
 */
export function withoutIdentity(identity: RuleIdentity): DraftChange {
  return (draft) =>
    draft.flatMap((rule) => {
      if (!isFor(rule, identity)) return [rule];
      return rule.source === 'grant' ? [] : [stripIdentity(rule, identity)];
    });
}

/** Takes a secret out of every rule. A rule left without targets stays and matches nothing (02 §16.1). */
export function withoutSecret(secretId: string): DraftChange {
  const isSecret = (target: RuleTarget): boolean => target.kind === 'secret' && target.secretId === secretId;
  return (draft) =>
    draft.flatMap((rule) => {
      if (!rule.targets.some(isSecret)) return [rule];
      if (rule.source === 'grant') return [];
      return [{ ...rule, targets: rule.targets.filter((target) => !isSecret(target)) }];
    });
}

function stripIdentity(rule: DraftRule, { type, id }: RuleIdentity): DraftRule {
  const identities = rule.identities.filter((identity) => identity.type !== type || identity.id !== id);
  return { ...rule, identities, enabled: rule.enabled && identities.length > 0 };
}
