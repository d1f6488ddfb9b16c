import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { SuccessResponse } from '../../../kernel/http/fields/success.dto.js';
import { AgentSecrets } from './agent-secrets.js';
import { AgentTokens } from './agent-tokens.js';
import { AgentsService } from './agents.service.js';
import {
  CreateAgentRequest,
  ListAgentsQuery,
  SetAgentSecretsRequest,
  UpdateAgentRequest,
} from './dto/agent-request.dto.js';
import {
  AgentDetailResponse,
  AgentListItemResponse,
  AgentTokenResponse,
  CreatedAgentResponse,
} from './dto/agent-response.dto.js';
import { GrantSummaries } from './grant-summaries.js';
import { agentErrors } from './records/agent.errors.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';

const SUCCESS: SuccessResponse = { success: true };

@Controller('v1/agents')
@ApiTags('Agents')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class AgentsController {
  constructor(
    private readonly agents: AgentsService,
    private readonly tokens: AgentTokens,
    private readonly agentSecrets: AgentSecrets,
    private readonly summaries: GrantSummaries,
    private readonly urls: PublicUrls,
  ) {}

  @Get()
  @Operation({
    summary: 'List the agents of the workspace, newest first',
    description:
      'Everyone who can use the workspace sees its agents with their tokens. With ' +
      '`include=grants-summary` each agent lists the credentials it would receive.',
    response: [AgentListItemResponse],
    showsCredential: true,
  })
  async listAgents(
    @CurrentCaller() caller: WorkspaceCaller,
    @Query() query: ListAgentsQuery,
    @Req() request: FastifyRequest,
  ): Promise<AgentListItemResponse[]> {
    const agents = await this.agents.list(caller, this.urls.api(request));
    return query.include === 'grants-summary' ? this.summaries.addTo(caller, agents) : agents;
  }

  @Post()
  @Operation({
    summary: 'Create an agent; read its token from the list or regenerate it',
    description:
      'The agent receives every LLM key of the workspace. It receives other credentials only by ' +
      'grants. A hosted agent requires a runner with room for it.',
    success: 201,
    response: CreatedAgentResponse,
    errors: [
      agentErrors.agent_identifier_taken,
      editionErrors.quota_exhausted,
      agentErrors.agent_runner_unavailable,
    ],
  })
  createAgent(
    @CurrentCaller() caller: WorkspaceCaller,
    @Body() body: CreateAgentRequest,
  ): Promise<CreatedAgentResponse> {
    return this.agents.create(caller, body);
  }

  @Get('default')
  @Operation({
    summary: 'Get the default agent',
    description:
      'The agent that is used where a caller names none, for example for the environment of a ' +
      'container.',
    response: AgentListItemResponse,
    showsCredential: true,
    errors: [agentErrors.default_agent_not_found],
  })
  getDefaultAgent(
    @CurrentCaller() caller: WorkspaceCaller,
    @Req() request: FastifyRequest,
  ): Promise<AgentListItemResponse> {
    return this.agents.default(caller, this.urls.api(request));
  }

  @Get(':agentId')
  @Operation({
    summary: 'Get an agent',
    description:
      'The details of an agent, without its token. A model that its key can no longer use is omitted.',
    response: AgentDetailResponse,
    errors: [agentErrors.agent_not_found],
  })
  getAgent(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Req() request: FastifyRequest,
  ): Promise<AgentDetailResponse> {
    return this.agents.detail(caller, agentId, this.urls.api(request));
  }

  @Patch(':agentId')
  @Operation({
    summary: 'Rename an agent, or change the instructions and model of a hosted agent',
    description:
      'Only the fields in the body change. Instructions, model and effort belong to hosted agents; ' +
      'their sandbox picks them up.',
    response: SuccessResponse,
    errors: [
      agentErrors.agent_not_found,
      agentErrors.agent_not_hosted,
      agentErrors.agent_without_model_key,
      agentErrors.agent_model_unknown,
      agentErrors.agent_effort_not_offered,
    ],
  })
  async updateAgent(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Body() body: UpdateAgentRequest,
  ): Promise<SuccessResponse> {
    await this.agents.update(caller, agentId, body);
    return SUCCESS;
  }

  @Delete(':agentId')
  @Operation({
    summary: 'Delete an agent, its grants and its token',
    description:
      "The agent's token stops working immediately. Rules that name only this agent are deleted. The " +
      'default agent cannot be deleted until another agent is the default.',
    errors: [agentErrors.agent_not_found, agentErrors.agent_default_undeletable],
  })
  deleteAgent(@CurrentCaller() caller: WorkspaceCaller, @Param('agentId') agentId: string): Promise<void> {
    return this.agents.remove(caller, agentId);
  }

  @Post(':agentId/set-default')
  @Operation({
    summary: 'Make the agent the default of its workspace',
    description: 'The previous default agent loses the mark. A workspace has exactly one default agent.',
    response: SuccessResponse,
    errors: [agentErrors.agent_not_found, agentErrors.agent_already_default],
  })
  async setDefaultAgent(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
  ): Promise<SuccessResponse> {
    await this.agents.setDefault(caller, agentId);
    return SUCCESS;
  }

  @Post(':agentId/regenerate-token')
  @Operation({
    summary: 'Replace the token of an agent',
    description:
      'Requests with the old token are refused immediately, also in open tunnels. A hosted agent ' +
      'receives the new token from its runner.',
    response: AgentTokenResponse,
    showsCredential: true,
    errors: [agentErrors.agent_not_found],
  })
  regenerateAgentToken(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
  ): Promise<AgentTokenResponse> {
    return this.tokens.regenerate(caller, agentId);
  }

  @Get(':agentId/secrets')
  @Operation({
    summary: 'List the ids of the secrets granted to the agent',
    description: 'For released command-line clients. Newer clients read the grants of the agent.',
    response: { schema: { type: 'array', items: { type: 'string' } } },
    errors: [agentErrors.agent_not_found],
  })
  getAgentSecrets(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
  ): Promise<string[]> {
    return this.agentSecrets.granted(caller, agentId);
  }

  @Put(':agentId/secrets')
  @Operation({
    summary: 'Replace the secret grants of the agent',
    description:
      'For released command-line clients. The agent keeps exactly these secret grants; its connections ' +
      'do not change. One id that cannot be granted refuses the whole list.',
    response: SuccessResponse,
    errors: [agentErrors.agent_not_found, agentErrors.agent_secrets_not_found],
  })
  async setAgentSecrets(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Body() body: SetAgentSecretsRequest,
  ): Promise<SuccessResponse> {
    await this.agentSecrets.replace(caller, agentId, body.secretIds);
    return SUCCESS;
  }
}
