/**
 * Which agents of a workspace can reach no LLM key (02 §2.4.2, by the rules of 02 §11.1). A new LLM
 * secret is attached to exactly those, so that an agent with a working key is never switched to another.
 */
import type { CredentialLevel, PublishedRule, RuleIdentity } from '../policy/model.js';

export interface LlmReachFacts {
  agentIds: readonly string[];
  /** Principals of the workspace, the same for all its agents (02 §10). */
  userIds: ReadonlySet<string>;
  groupIds: ReadonlySet<string>;
  /** Live rules of the organization's and of the workspace's set, in any order. */
  rules: readonly PublishedRule[];
  /** LLM secrets of the attach pool (02 §5.1), the new one among them. */
  llmSecrets: readonly { id: string; level: CredentialLevel }[];
}

/** Agent ids in the given order. */
export function agentsWithoutLlmKey(facts: LlmReachFacts): string[] {
  const granting = facts.rules.filter((rule) => grantsOneOf(rule, facts.llmSecrets));
  return facts.agentIds.filter((agentId) => !granting.some((rule) => isFor(rule, agentId, facts)));
}

/** Position, conditions and blocks do not matter here; an empty identity list injects for no one. */
function grantsOneOf(rule: PublishedRule, secrets: LlmReachFacts['llmSecrets']): boolean {
  if (!rule.enabled || rule.isDefault || rule.action !== 'allow' || rule.identities.length === 0)
    return false;
  return rule.targets.some(
    (target) =>
      target.kind === 'secret' &&
      secrets.some((secret) => secret.id === target.secretId || secret.level === target.secretScope),
  );
}

function isFor(rule: PublishedRule, agentId: string, facts: LlmReachFacts): boolean {
  return rule.identities.some((identity) => matchesIdentity(identity, agentId, facts));
}

function matchesIdentity(identity: RuleIdentity, agentId: string, facts: LlmReachFacts): boolean {
  if (identity.type === 'agent') return identity.id === agentId;
  return identity.type === 'user' ? facts.userIds.has(identity.id) : facts.groupIds.has(identity.id);
}
