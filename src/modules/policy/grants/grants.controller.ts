import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
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
    summary: 'List what is attached to the agent',
    description:
      'Every connection and secret attached to this agent. Each connection lists the tools that are ' +
      'allowed and the tools that require approval.',
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
    summary: 'Attach a secret to the agent',
    description:
      "From the next request on, the gateway writes the secret into the agent's requests to its host. " +
      'Attaching an attached secret changes nothing.',
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
    summary: 'Detach a secret from the agent',
    description:
      "The agent's next request is sent without the secret. Detaching a secret that is not attached " +
      'also succeeds.',
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
