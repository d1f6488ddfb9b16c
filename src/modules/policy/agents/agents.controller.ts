import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
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
    summary: 'The agents of the workspace, newest first',
    description:
      'Everybody who can use the workspace sees its agents with their tokens. With ' +
      '`include=grants-summary` each also tells which credentials it would get.',
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
    summary: 'Creates an agent; its token is read from the list or by regenerating it',
    description:
      'The agent gets every LLM key that the workspace can use, and nothing else, until something ' +
      'is granted to it. A hosted agent needs a runner that can take it.',
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
    summary: 'The default agent',
    description:
      'The agent that stands in wherever a caller names none, such as for the environment of a ' +
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
    summary: 'One agent',
    description:
      'What the detail page of an agent shows, without its token. A model that its key cannot use ' +
      'any more is left out.',
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
    summary: 'Renames an agent or changes the brief and model of a hosted one',
    description:
      'Only the fields that are given change. Brief, model and effort belong to hosted agents, ' +
      'whose sandbox picks them up.',
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
    summary: 'Deletes an agent, its grants and its token',
    description:
      'Takes its token out of service at once and removes every rule that was about this agent ' +
      'alone. The default agent stays until another one is the default.',
    errors: [agentErrors.agent_not_found, agentErrors.agent_default_undeletable],
  })
  deleteAgent(@CurrentCaller() caller: WorkspaceCaller, @Param('agentId') agentId: string): Promise<void> {
    return this.agents.remove(caller, agentId);
  }

  @Post(':agentId/set-default')
  @Operation({
    summary: 'Makes the agent the default of its workspace',
    description: 'Moves the mark from the agent that had it; there is always exactly one.',
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
    summary: 'A new agent token; the old one stops working at once',
    description:
      'Whoever still uses the old token is refused from the answer on, open tunnels included. A ' +
      'hosted agent gets the new one from its runner.',
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
    summary: 'Ids of the secrets granted to the agent',
    description: 'For released command lines; newer clients read the grants of the agent instead.',
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
    summary: 'Replaces the secret grants of the agent',
    description:
      'For released command lines: afterwards the agent has exactly these secret grants, and its ' +
      'connections are as before. One id that cannot be granted refuses the whole list.',
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
