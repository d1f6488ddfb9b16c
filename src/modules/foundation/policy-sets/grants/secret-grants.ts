/** Secret grants as rules (02 §5.5): one allow rule each, for one agent, on one secret. Pure. */
import type { PublishedRule } from '../../../../domain/decision/policy/model.js';
import { append, type DraftChange, isFor, type NewRule } from '../draft/draft.js';
import { grantName, type Named, renamingCredential } from './grant-names.js';

export interface SecretGrant {
  agent: Named;
  secret: Named;
}

/** The secret a rule grants to the agent, or null when the rule is not such a grant. */
export function grantedSecretId(rule: PublishedRule, agentId: string): string | null {
  if (rule.source !== 'grant' || !isFor(rule, { type: 'agent', id: agentId })) return null;
  const [target] = rule.targets;
  return target?.kind === 'secret' ? target.secretId : null;
}

/** Grants already in force keep their row and place; the others are appended in the order given (02 §5.4.1). */
export function attaching(grants: readonly SecretGrant[]): DraftChange {
  return (draft) => {
    const missing = new Map<string, NewRule>();
    for (const { agent, secret } of grants) {
      if (draft.some((rule) => grantedSecretId(rule, agent.id) === secret.id)) continue;
      missing.set(`${agent.id} ${secret.id}`, grantRule(agent, secret));
    }
    return missing.size === 0 ? draft : append(draft, [...missing.values()]);
  };
}

export function detaching(agentId: string, secretId: string): DraftChange {
  return (draft) => draft.filter((rule) => grantedSecretId(rule, agentId) !== secretId);
}

/** The agent's secret grants become exactly these; its other grants stay (02 §2.3). */
export function replacing(agent: Named, secrets: readonly Named[]): DraftChange {
  const wanted = new Set(secrets.map((secret) => secret.id));
  return (draft) => {
    const kept = draft.filter((rule) => {
      const secretId = grantedSecretId(rule, agent.id);
      return secretId === null || wanted.has(secretId);
    });
    return attaching(secrets.map((secret) => ({ agent, secret })))(kept);
  };
}

export function renamingSecret(secretId: string, from: string, to: string): DraftChange {
  const mentions = (rule: PublishedRule): boolean =>
    rule.targets.some((target) => target.kind === 'secret' && target.secretId === secretId);
  return renamingCredential((rule) => (mentions(rule) ? '' : null), from, to);
}

function grantRule(agent: Named, secret: Named): NewRule {
  return {
    source: 'grant',
    name: grantName(agent.name, secret.name),
    action: 'allow',
    identities: [{ type: 'agent', id: agent.id }],
    targets: [{ kind: 'secret', secretId: secret.id, secretScope: null }],
  };
}
