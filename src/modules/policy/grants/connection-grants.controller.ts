import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { ATTACH_CONNECTION_ERRORS } from './attach-connection-errors.js';
import { ConnectionGrantsService } from './connection-grants.service.js';
import { ConnectionGrantRequest, ConnectionGrantsResponse } from './dto/connection-grant.dto.js';
import { AgentGrantsResponse } from './dto/grants.dto.js';
import { grantErrors } from './grant.errors.js';
import { agentErrors } from '../agents/records/agent.errors.js';

@Controller('v1/connections/:connectionId/grants')
@ApiTags('Grants')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class ConnectionGrantsController {
  constructor(private readonly grants: ConnectionGrantsService) {}

  @Get()
  @Operation({
    summary: 'List the agents of the workspace that have the connection',
    description: 'The agents of this workspace that may use the connection, with the tools of each.',
    response: ConnectionGrantsResponse,
    errors: [grantErrors.connection_not_found],
  })
  getConnectionGrants(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('connectionId') connectionId: string,
  ): Promise<ConnectionGrantsResponse> {
    return this.grants.onConnection(caller, connectionId);
  }

  @Put('agents/:agentId')
  @Operation({
    summary: 'Attach the connection to an agent, whole or by tool',
    description:
      "The same as attaching the connection on the agent's side. The response contains everything that " +
      'is attached to the agent.',
    response: AgentGrantsResponse,
    errors: ATTACH_CONNECTION_ERRORS,
  })
  setConnectionAgentGrant(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('connectionId') connectionId: string,
    @Param('agentId') agentId: string,
    @Body() body: ConnectionGrantRequest,
  ): Promise<AgentGrantsResponse> {
    return this.grants.attach(caller, agentId, connectionId, body);
  }

  @Delete('agents/:agentId')
  @Operation({
    summary: 'Detach the connection from an agent',
    description: "The same as detaching the connection on the agent's side.",
    errors: [agentErrors.agent_not_found],
  })
  removeConnectionAgentGrant(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('connectionId') connectionId: string,
    @Param('agentId') agentId: string,
  ): Promise<void> {
    return this.grants.detach(caller, agentId, connectionId);
  }
}
