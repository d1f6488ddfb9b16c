import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { AccessState, AgentIdentity, StoredConnection } from '../agent-snapshot/agent-access.js';
import { AgentAccessLoader } from '../agent-snapshot/agent-access.loader.js';
import type { WorkspaceState } from '../agent-snapshot/workspace-layer.js';
import { workspaceErrors } from '../../people/workspaces/workspace.errors.js';
import { agentErrors } from '../agents/records/agent.errors.js';
import { grantErrors } from '../grants/grant.errors.js';

/** The state every view is computed from, through the gateway's own loader; what is not there answers `404`. */
@Injectable()
export class PolicyStates {
  constructor(private readonly loader: AgentAccessLoader) {}

  async ofWorkspace(scope: WorkspaceScope): Promise<WorkspaceState> {
    const state = await this.loader.workspaceState(scope);
    if (state === null) throw new AppError(workspaceErrors.workspace_not_found);
    return state;
  }

  async ofOrganization(organizationId: string): Promise<AccessState> {
    const state = await this.loader.organizationState(organizationId);
    if (state === null) throw new Error(`organization ${organizationId} is gone`);
    return state;
  }
}

export function agentIn(state: WorkspaceState, agentId: string): AgentIdentity {
  const agent = state.agents.find(({ id }) => id === agentId);
  if (agent === undefined) throw new AppError(agentErrors.agent_not_found);
  return agent;
}

/** A connection the workspace sees, of that provider if one is given. */
export function connectionIn(state: AccessState, connectionId: string, provider?: string): StoredConnection {
  const connection = state.connections.find(({ id }) => id === connectionId);
  if (connection === undefined || (provider !== undefined && connection.provider !== provider)) {
    throw new AppError(grantErrors.connection_not_found);
  }
  return connection;
}
