import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { AgentGrantsResponse } from './dto/grants.dto.js';
import { GrantsService } from './grants.service.js';
import { agentErrors } from '../agents/records/agent.errors.js';
import { secretErrors } from '../../credentials/secrets/secret.errors.js';

@Controller('v1/agents/:agentId/grants')
@ApiTags('Grants')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class GrantsController {
  constructor(private readonly grants: GrantsService) {}

  @Get()
  @Operation({
    summary: 'What is attached to the agent',
    description:
      'Every connection and secret that was attached to this agent, each with the tools that are ' +
      'allowed or need a decision.',
    response: AgentGrantsResponse,
    errors: [agentErrors.agent_not_found],
  })
  getAgentGrants(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
  ): Promise<AgentGrantsResponse> {
    return this.grants.ofAgent(caller, agentId);
  }

  @Put('secrets/:secretId')
  @Operation({
    summary: 'Attaches a secret to the agent',
    description:
      'From the next request on the gateway writes the secret into what the agent sends to its ' +
      'host. Attaching what is attached changes nothing.',
    response: AgentGrantsResponse,
    errors: [agentErrors.agent_not_found, secretErrors.secret_not_found],
  })
  setAgentSecretGrant(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('secretId') secretId: string,
  ): Promise<AgentGrantsResponse> {
    return this.grants.attachSecret(caller, agentId, secretId);
  }

  @Delete('secrets/:secretId')
  @Operation({
    summary: 'Detaches a secret from the agent',
    description:
      'The next request of the agent goes out without the secret. Detaching what was not attached ' +
      'succeeds too.',
    errors: [agentErrors.agent_not_found],
  })
  removeAgentSecretGrant(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('secretId') secretId: string,
  ): Promise<void> {
    return this.grants.detachSecret(caller, agentId, secretId);
  }
}
