import { Injectable } from '@nestjs/common';
import { isLlmHost } from '../../../domain/decision/matching/llm-hosts.js';
import type { AppAvailability } from '../../../domain/decision/policy/app-availability.js';
import { compilePolicy } from '../../../domain/decision/policy/compiled/compile.js';
import { ConnectionTable } from '../../../domain/decision/policy/choices/connection-choice.js';
import type { ProbeSettings } from '../../../domain/decision/policy/evaluation/effective-tool.js';
import { type GrantingRule, grantingRules } from '../../../domain/decision/policy/injectable.js';
import type { AgentPrincipals } from '../../../domain/decision/policy/model.js';
import { SecretTable } from '../../../domain/decision/policy/choices/secret-choice.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { llmHosts } from '../../../kernel/config/llm-hosts.js';
import type { AccessState, AgentAccess, AgentIdentity } from '../agent-snapshot/agent-access.js';
import { AgentAccessLoader } from '../agent-snapshot/agent-access.loader.js';
import { principalsOf, type WorkspaceState } from '../agent-snapshot/workspace-layer.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';

/** What probes are judged by, except for the app they are about and the account they use. */
export interface Lens extends Omit<ProbeSettings, 'winners' | 'available'> {
  readonly apps: AppAvailability;
}

export interface AgentLens extends Lens {
  readonly access: AgentAccess;
  readonly principals: AgentPrincipals;
  /** The rules that attach credentials to the agent. */
  readonly granting: readonly GrantingRule[];
}

/** Looks at the rules with the eyes of an agent, or of nobody in particular. */
@Injectable()
export class PolicyLenses {
  private readonly llmHosts: ReadonlySet<string>;

  constructor(
    private readonly loader: AgentAccessLoader,
    private readonly catalog: AppCatalog,
    { llmHostsExtra }: Configuration,
  ) {
    this.llmHosts = llmHosts(llmHostsExtra);
  }

  ofAgent(state: WorkspaceState, agent: AgentIdentity): AgentLens {
    const access = this.loader.accessOf(state, agent);
    const principals = principalsOf(state, agent);
    const sets = { organization: state.organizationSet.rules, workspace: state.workspaceSet.rules };
    return {
      ...this.lens(state, agent),
      policy: access.policy,
      managed: (host) => access.granted.covers(host) || access.connections.covers(host),
      access,
      principals,
      granting: grantingRules(sets, principals),
    };
  }

  /** Only rules about everyone match, and a host counts as managed if any stored credential is about it. */
  ofPool(state: AccessState): Lens {
    const secrets = new SecretTable(state.secrets);
    const connected = state.connections.filter(({ status }) => status === 'connected');
    const connections = new ConnectionTable(connected, this.catalog.hosts);
    return {
      ...this.lens(state, null),
      policy: compilePolicy(this.loader.policyInput(state, null)),
      managed: (host) => secrets.covers(host) || connections.covers(host),
    };
  }

  private lens(state: AccessState, agent: AgentIdentity | null): Pick<Lens, 'apps' | 'ceiling' | 'llmHost'> {
    return {
      apps: state.apps,
      ceiling: compilePolicy({ ...this.loader.policyInput(state, agent), workspace: [] }),
      llmHost: (host) => isLlmHost(host, this.llmHosts),
    };
  }
}
