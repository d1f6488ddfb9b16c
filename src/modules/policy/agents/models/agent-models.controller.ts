import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { AgentModelsResponse } from '../dto/agent-models.dto.js';
import { AgentModels } from './agent-models.service.js';
import { agentErrors } from '../records/agent.errors.js';

@Controller('v1/agents')
@ApiTags('Agents')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class AgentModelsController {
  constructor(private readonly models: AgentModels) {}

  @Get(':agentId/models')
  @Operation({
    summary: 'List the models and effort levels that a hosted agent can use with its key',
    description:
      "The choice of models and effort levels for the agent's LLM key. The list comes from the " +
      'provider if it answers, else from a list in the server. Hosted agents only.',
    response: AgentModelsResponse,
    errors: [agentErrors.agent_not_found, agentErrors.agent_models_not_hosted],
  })
  getAgentModels(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
  ): Promise<AgentModelsResponse> {
    return this.models.choices(caller, agentId);
  }
}
