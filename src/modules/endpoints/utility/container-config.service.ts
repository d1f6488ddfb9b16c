import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { AgentEnvironment } from '../../policy/agent-environment/agent-environment.js';
import type { AgentRow } from '../../policy/agents/records/agent.view.js';
import { AgentsService } from '../../policy/agents/agents.service.js';
import { WorkspacesService } from '../../people/workspaces/workspaces.service.js';
import type { ContainerConfigResponse } from './dto/utility.dto.js';
import { utilityErrors } from './utility.errors.js';

/** What a launcher needs to run a process behind the gateway (01 §19.5). */
@Injectable()
export class ContainerConfigService {
  constructor(
    private readonly agents: AgentsService,
    private readonly environment: AgentEnvironment,
    private readonly workspaces: WorkspacesService,
  ) {}

  /**
   * `identifier` names the agent, absent or empty means the default one; `dashboardUrl` starts the links in
   * warnings. Errors are the flat ones of 01 §19.5.5; nothing is ever created by this call.
   */
  async build(
    scope: WorkspaceScope,
    identifier: string | undefined,
    dashboardUrl: string,
  ): Promise<ContainerConfigResponse> {
    const config = await this.compose(scope, identifier, dashboardUrl);
    await this.workspaces.markAgentConnected(scope);
    return config;
  }

  private async compose(
    scope: WorkspaceScope,
    identifier: string | undefined,
    dashboardUrl: string,
  ): Promise<ContainerConfigResponse> {
    const agent = identifier ? await this.named(scope, identifier) : await this.default(scope);
    const surroundings = await this.environment.of(scope, agent, dashboardUrl);
    if (surroundings === 'no_certificate') throw new AppError(utilityErrors.container_ca_missing);
    if (surroundings === 'no_agent') throw agentNotFound(agent.identifier);
    const { stubs, warnings, ...config } = surroundings;
    return {
      ...config,
      ...(stubs.length > 0 && { credentialStubs: stubs }),
      ...(warnings.length > 0 && { warnings }),
    };
  }

  private async named(scope: WorkspaceScope, identifier: string): Promise<AgentRow> {
    const agent = await this.agents.findByIdentifier(scope, identifier);
    if (agent === null) throw agentNotFound(identifier);
    return agent;
  }

  /** The default agent; without one it matters whether there is any agent to name (01 §19.5.5). */
  private async default(scope: WorkspaceScope): Promise<AgentRow> {
    const agent = await this.agents.findDefault(scope);
    if (agent !== null) return agent;
    throw (await this.agents.count(scope)) === 0
      ? new AppError(utilityErrors.container_no_agents, { extra: { code: 'NO_AGENTS' } })
      : new AppError(utilityErrors.container_agent_required, { extra: { code: 'AGENT_REQUIRED' } });
  }
}

function agentNotFound(agentIdentifier: string): AppError {
  return new AppError(utilityErrors.container_agent_not_found, {
    extra: { code: 'AGENT_NOT_FOUND', agentIdentifier },
  });
}
