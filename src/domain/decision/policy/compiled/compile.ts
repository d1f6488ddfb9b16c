/** Both published sets as what one agent's requests are decided against, for whoever asks about one agent only. */
import type { AppSurfaces } from '../../catalog/app-surfaces.js';
import { type CompiledPolicy, SharedPolicy } from './compiled-policy.js';
import { Principals } from '../identities.js';
import type { AgentPrincipals, PublishedRule } from '../model.js';
import { type PolicyConnection, Resources, secretHosts } from './resources.js';
import { RuleLayer } from './rule-layer.js';
import type { PolicySecret } from '../secret-hosts.js';

/** Both sets in first-match order. Secrets and connections are those of the workspace and its organization. */
export interface PolicyInput {
  readonly organization: readonly PublishedRule[];
  readonly workspace: readonly PublishedRule[];
  /** Null for agent-less views. */
  readonly agent: AgentPrincipals | null;
  readonly secrets: readonly PolicySecret[];
  readonly connections: readonly PolicyConnection[];
  /** Absent: no app is known, so targets on apps and connections match nothing. */
  readonly apps?: AppSurfaces;
}

export function compilePolicy(input: PolicyInput): CompiledPolicy {
  const { secrets, connections, agent, apps = null } = input;
  const resources = new Resources(secrets, connections);
  const people = new Principals(agent && { ...agent, id: null });
  const layers = {
    organization: new RuleLayer(input.organization, 'organization', resources, apps),
    workspace: new RuleLayer(input.workspace, 'workspace', resources, apps),
  };
  const hosts = {
    organization: secretHosts(secrets, 'organization'),
    workspace: secretHosts(secrets, 'workspace'),
  };
  return new SharedPolicy(layers, people, hosts).ofAgent(agent?.id ?? null);
}
