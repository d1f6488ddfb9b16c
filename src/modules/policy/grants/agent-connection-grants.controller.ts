import { Body, Controller, Delete, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { ATTACH_CONNECTION_ERRORS } from './attach-connection-errors.js';
import { ConnectionGrantsService } from './connection-grants.service.js';
import { ConnectionGrantRequest } from './dto/connection-grant.dto.js';
import { AgentGrantsResponse } from './dto/grants.dto.js';
import { agentErrors } from '../agents/records/agent.errors.js';

@Controller('v1/agents/:agentId/grants/connections/:connectionId')
@ApiTags('Grants')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class AgentConnectionGrantsController {
  constructor(private readonly grants: ConnectionGrantsService) {}

  @Put()
  @Operation({
    summary: 'Attaches a connection to the agent, whole or tool by tool',
    description:
      'Replaces what the agent had of the connection, in force with the answer. Tools named neither ' +
      'in `allow` nor in `ask` are blocked; a restriction to resources needs a licence.',
    response: AgentGrantsResponse,
    errors: ATTACH_CONNECTION_ERRORS,
  })
  setAgentConnectionGrant(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('connectionId') connectionId: string,
    @Body() body: ConnectionGrantRequest,
  ): Promise<AgentGrantsResponse> {
    return this.grants.attach(caller, agentId, connectionId, body);
  }

  @Delete()
  @Operation({
    summary: 'Detaches a connection from the agent',
    description:
      'The next request of the agent goes out without the account. Detaching what was not attached ' +
      'succeeds too.',
    errors: [agentErrors.agent_not_found],
  })
  removeAgentConnectionGrant(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('connectionId') connectionId: string,
  ): Promise<void> {
    return this.grants.detach(caller, agentId, connectionId);
  }
}
