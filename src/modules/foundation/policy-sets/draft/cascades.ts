/** What a deletion elsewhere does to the rules of a set (02 §16). Pure. */
import type { RuleIdentity, RuleTarget } from '../../../../domain/decision/policy/model.js';
import { type Draft, type DraftChange, type DraftRule, isFor } from './draft.js';

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

/** `logicalId` of each rule that was enabled before and is not any more. */
export function switchedOff(before: Draft, after: Draft): string[] {
  const enabled = new Set(before.filter((rule) => rule.enabled).map(({ id }) => id));
  return after.filter((rule) => !rule.enabled && enabled.has(rule.id)).map(({ logicalId }) => logicalId);
}

/** Takes a secret out of every rule, its grants with it. */
export function withoutSecret(secretId: string): DraftChange {
  return withoutTarget((target) => target.kind === 'secret' && target.secretId === secretId);
}

/** Takes a connection out of every rule, its grants with it. */
export function withoutConnection(connectionId: string): DraftChange {
  return withoutTarget((target) => target.kind === 'connection' && target.connectionId === connectionId);
}

/** A grant of what is gone goes whole; any other rule left without targets stays and matches nothing (02 §16.1). */
function withoutTarget(isGone: (target: RuleTarget) => boolean): DraftChange {
  return (draft) =>
    draft.flatMap((rule) => {
      if (!rule.targets.some(isGone)) return [rule];
      if (rule.source === 'grant') return [];
      return [{ ...rule, targets: rule.targets.filter((target) => !isGone(target)) }];
    });
}

function stripIdentity(rule: DraftRule, { type, id }: RuleIdentity): DraftRule {
  const identities = rule.identities.filter((identity) => identity.type !== type || identity.id !== id);
  return { ...rule, identities, enabled: rule.enabled && identities.length > 0 };
}
