import { Injectable } from '@nestjs/common';
import {
  type EffectiveTool,
  effectiveTool,
  type Reach,
  reachOf,
  secretReach,
} from '../../../domain/decision/policy/evaluation/effective-tool.js';
import { attachingConnection, attachingSecret } from '../../../domain/decision/policy/provenance.js';
import { probeHost } from '../../../domain/decision/policy/evaluation/probe.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import type {
  AccessibleConnection,
  AccessibleSecret,
  AgentIdentity,
} from '../agent-snapshot/agent-access.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type {
  EffectiveAgentsResponse,
  EffectiveCredentialsResponse,
} from './dto/effective-credentials.dto.js';
import { type AgentLens, PolicyLenses } from './policy-lens.js';
import { agentIn, connectionIn, PolicyStates } from './policy-states.js';
import { presentProvenance, type PolicyViewer } from './model/redaction.js';

/** Which credentials an agent gets, and which agents get an account (02 §8.3, §8.4). */
@Injectable()
export class EffectiveCredentialsService {
  constructor(
    private readonly states: PolicyStates,
    private readonly lenses: PolicyLenses,
    private readonly catalog: AppCatalog,
  ) {}

  async ofAgent(caller: WorkspaceCaller, agentId: string): Promise<EffectiveCredentialsResponse> {
    const state = await this.states.ofWorkspace(caller);
    const lens = this.lenses.ofAgent(state, agentIn(state, agentId));
    const { secrets, connections } = lens.access;
    return {
      agentId,
      mode: 'selective',
      secrets: [...secrets].sort(newestFirst).map((secret) => presentSecret(secret, lens, caller)),
      connections: connections.entries.map((connection) => this.presentConnection(connection, lens, caller)),
    };
  }

  async ofConnection(caller: WorkspaceCaller, connectionId: string): Promise<EffectiveAgentsResponse> {
    const state = await this.states.ofWorkspace(caller);
    const connection = connectionIn(state, connectionId);
    const { id, provider } = connection;
    return {
      connectionId: id,
      provider,
      catalog: this.catalog.hasTools(provider),
      agents: state.agents.map((agent) =>
        this.presentAgent(agent, connection, this.lenses.ofAgent(state, agent), caller),
      ),
    };
  }

  private presentConnection(
    connection: AccessibleConnection,
    lens: AgentLens,
    viewer: PolicyViewer,
  ): EffectiveCredentialsResponse['connections'][number] {
    const { id, label, provider } = connection;
    const tools = this.toolsWith(connection, lens);
    return {
      kind: 'connection',
      id,
      label,
      provider,
      status: reachThrough(connection, tools, lens),
      orgBlocked: tools.length > 0 && tools.every(({ orgCeiling }) => orgCeiling === 'block'),
      provenance: presentProvenance(attachingConnection(lens.granting, connection), viewer),
    };
  }

  private presentAgent(
    { id: agentId, name }: AgentIdentity,
    connection: AccessibleConnection,
    lens: AgentLens,
    viewer: PolicyViewer,
  ): EffectiveAgentsResponse['agents'][number] {
    const tools = this.toolsWith(connection, lens);
    const received = lens.access.connections.entries.some(({ id }) => id === connection.id);
    const provenance = presentProvenance(attachingConnection(lens.granting, connection), viewer);
    return {
      agentId,
      name,
      access: received ? reachThrough(connection, tools, lens) : 'none',
      credential: received ? { status: 'viaRule', provenance } : { status: 'none' },
      decisions: tools.length === 0 ? null : summaryOf(tools),
    };
  }

  private toolsWith({ id, provider }: AccessibleConnection, lens: AgentLens): EffectiveTool[] {
    const settings = { ...lens, available: lens.apps.has(provider), winners: [id] };
    return this.catalog.concreteTools(provider).map(({ matches }) => effectiveTool(matches, settings));
  }
}

function presentSecret(
  secret: AccessibleSecret,
  lens: AgentLens,
  viewer: PolicyViewer,
): EffectiveCredentialsResponse['secrets'][number] {
  const { id, name, hostPattern } = secret;
  return {
    kind: 'secret',
    id,
    name,
    host: hostPattern,
    status: isUnavailable(hostPattern, lens) ? 'blocked' : secretReach(hostPattern, lens),
    provenance: presentProvenance(attachingSecret(lens.granting, secret), viewer),
  };
}

/** It belongs to an app that may not be used, where that does not depend on the path. */
function isUnavailable(hostPattern: string, { apps, llmHost }: AgentLens): boolean {
  const host = probeHost(hostPattern);
  return !llmHost(host) && apps.refusedApp(host, '/', '/') !== null;
}

/** An empty scope is refused before any rule is asked (02 §12 step 3). */
function reachThrough({ id }: AccessibleConnection, tools: readonly EffectiveTool[], lens: AgentLens): Reach {
  return lens.access.resourceScopes.get(id)?.entries.length === 0 ? 'blocked' : reachOf(tools);
}

function summaryOf(
  tools: readonly EffectiveTool[],
): NonNullable<EffectiveAgentsResponse['agents'][number]['decisions']> {
  return {
    allowedTools: tools.filter(({ verdict }) => verdict !== 'block' && verdict !== 'mixed').length,
    totalTools: tools.length,
    anyApproval: tools.some(({ anyApproval }) => anyApproval),
    anyRateLimit: tools.some(({ anyRateLimit }) => anyRateLimit),
  };
}

function newestFirst(a: AccessibleSecret, b: AccessibleSecret): number {
  return new Date(b.createdAt).getTime() - new Date(a.createdAt).getTime() || (a.id < b.id ? -1 : 1);
}
