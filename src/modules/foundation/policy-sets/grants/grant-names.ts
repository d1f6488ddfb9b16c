/**
 * Names of grant rules (02 §5.5.2): they start with the agent's name, go on with the credential's and end with
 * what the step is about. They appear as `rule_name` in gateway errors and follow every rename. Pure.
 */
import type { PublishedRule } from '../../../../domain/decision/policy/model.js';
import { type DraftChange, isFor } from '../draft/draft.js';

/** An agent or a credential as a grant names it. */
export interface Named {
  id: string;
  name: string;
}

const SEPARATOR = ' → ';

export function grantName(agentName: string, credentialName: string, step = ''): string {
  return `${agentName}${SEPARATOR}${credentialName}${step}`;
}

export function renamingAgent(agentId: string, from: string, to: string): DraftChange {
  const prefix = `${from}${SEPARATOR}`;
  return mapNames((rule) => {
    if (!isFor(rule, { type: 'agent', id: agentId }) || !rule.name.startsWith(prefix)) return rule.name;
    return `${to}${SEPARATOR}${rule.name.slice(prefix.length)}`;
  });
}

/** `stepOf` gives the ending of a rule about the credential, null for rules about others. */
export function renamingCredential(
  stepOf: (rule: PublishedRule) => string | null,
  from: string,
  to: string,
): DraftChange {
  return mapNames((rule) => {
    const step = stepOf(rule);
    const ending = `${SEPARATOR}${from}${step}`;
    if (step === null || !rule.name.endsWith(ending)) return rule.name;
    return `${rule.name.slice(0, -ending.length)}${SEPARATOR}${to}${step}`;
  });
}

function mapNames(nameOf: (rule: PublishedRule) => string): DraftChange {
  return (draft) =>
    draft.map((rule) => {
      const name = rule.source === 'grant' ? nameOf(rule) : rule.name;
      return name === rule.name ? rule : { ...rule, name };
    });
}
