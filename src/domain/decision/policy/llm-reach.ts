/**
 * Which agents of a workspace can reach no LLM key (02 §2.4.2, by the rules of 02 §11.1). A new LLM
 * secret is attached to exactly those, so that an agent with a working key is never switched to another.
 */
import { injectableCredentials, mayReceiveSecret } from './injectable.js';
import type { CredentialLevel, PublishedRule } from './model.js';

export interface LlmReachFacts {
  agentIds: readonly string[];
  /** Principals of the workspace, the same for all its agents (02 §10). */
  userIds: readonly string[];
  groupIds: readonly string[];
  /** Live rules of both sets. */
  rules: { organization: readonly PublishedRule[]; workspace: readonly PublishedRule[] };
  /** LLM secrets of the attach pool (02 §5.1), the new one among them. */
  llmSecrets: readonly { id: string; level: CredentialLevel | 'partner' }[];
}

/** Agent ids in the given order. */
export function agentsWithoutLlmKey(facts: LlmReachFacts): string[] {
  const { agentIds, userIds, groupIds, rules, llmSecrets } = facts;
  return agentIds.filter((id) => {
    const rights = injectableCredentials(rules, { id, userIds, groupIds });
    return !llmSecrets.some((secret) => mayReceiveSecret(rights, secret));
  });
}
