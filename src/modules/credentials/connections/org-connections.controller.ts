import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { organizationScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { connectionErrors } from './connection.errors.js';
import { ConnectionsService } from './connections.service.js';
import {
  ConnectionResponse,
  ConnectionsQuery,
  RenameConnectionRequest,
  RenamedConnectionResponse,
} from './dto/connection.dto.js';

const LIST = 'List the accounts the organization shares with its workspaces, newest first';
const RENAME = 'Rename a connection';
const DISCONNECT = 'Disconnect an account';

@Controller('v1/org')
@ApiTags('Organization connections')
@Access({ as: ['org-key', 'session'], level: 'organization', role: 'admin' })
export class OrgConnectionsController {
  constructor(private readonly connections: ConnectionsService) {}

  @Get('connections')
  @Operation({
    summary: LIST,
    description:
      'Administrators only. The accounts without their credentials. Agents of a workspace receive them ' +
      'by grants there.',
    response: [ConnectionResponse],
    errors: [platformErrors.invalid_request],
  })
  listOrgConnections(
    @CurrentCaller() caller: OrganizationCaller,
    @Query() { provider }: ConnectionsQuery,
  ): Promise<ConnectionResponse[]> {
    return this.connections.list(organizationScope(caller), provider);
  }

  @Patch('connections/:connectionId')
  @Operation({
    summary: RENAME,
    description:
      'Administrators only. Grants in every workspace show the new name. Names need not be unique.',
    response: RenamedConnectionResponse,
    errors: [platformErrors.invalid_request, connectionErrors.shared_connection_not_found],
  })
  async renameOrgConnection(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('connectionId') connectionId: string,
    @Body() { label }: RenameConnectionRequest,
  ): Promise<RenamedConnectionResponse> {
    const renamed = await this.connections.rename(
      [organizationScope(caller)],
      actorOf(caller),
      connectionId,
      label,
    );
    if (renamed === null) throw new AppError(connectionErrors.shared_connection_not_found);
    return renamed;
  }

  @Delete('connections/:connectionId')
  @Operation({
    summary: DISCONNECT,
    description:
      'Administrators only. The grants in every workspace are deleted, and the next request of every ' +
      'agent is sent without the account.',
    success: 204,
    errors: [connectionErrors.shared_connection_not_found],
  })
  async disconnectOrgConnection(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('connectionId') connectionId: string,
  ): Promise<void> {
    const gone = await this.connections.disconnect(
      [organizationScope(caller)],
      actorOf(caller),
      connectionId,
    );
    if (!gone) throw new AppError(connectionErrors.shared_connection_not_found);
  }

  @Get('connections/:provider')
  @Operation({
    summary: LIST,
    description: 'Older path of `GET /v1/org/connections?provider=` with the same behaviour.',
    response: [ConnectionResponse],
  })
  listOrgConnectionsByProviderAlias(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
  ): Promise<ConnectionResponse[]> {
    return this.listOrgConnections(caller, { provider });
  }

  @Get('apps/connections')
  @Operation({
    summary: LIST,
    description: 'Older path of `GET /v1/org/connections` with the same behaviour.',
    response: [ConnectionResponse],
    errors: [platformErrors.invalid_request],
  })
  listOrgAppConnectionsAlias(
    @CurrentCaller() caller: OrganizationCaller,
    @Query() query: ConnectionsQuery,
  ): Promise<ConnectionResponse[]> {
    return this.listOrgConnections(caller, query);
  }

  @Get('apps/connections/:provider')
  @Operation({
    summary: LIST,
    description: 'Another older path of `GET /v1/org/connections?provider=` with the same behaviour.',
    response: [ConnectionResponse],
  })
  listOrgAppConnectionsByProviderAlias(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
  ): Promise<ConnectionResponse[]> {
    return this.listOrgConnections(caller, { provider });
  }

  @Patch('apps/connections/:connectionId')
  @Operation({
    summary: RENAME,
    description: 'Older path of `PATCH /v1/org/connections/{connectionId}` with the same behaviour.',
    response: RenamedConnectionResponse,
    errors: [platformErrors.invalid_request, connectionErrors.shared_connection_not_found],
  })
  renameOrgAppConnectionAlias(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('connectionId') connectionId: string,
    @Body() body: RenameConnectionRequest,
  ): Promise<RenamedConnectionResponse> {
    return this.renameOrgConnection(caller, connectionId, body);
  }

  @Delete('apps/connections/:connectionId')
  @Operation({
    summary: DISCONNECT,
    description: 'Older path of `DELETE /v1/org/connections/{connectionId}` with the same behaviour.',
    success: 204,
    errors: [connectionErrors.shared_connection_not_found],
  })
  disconnectOrgAppConnectionAlias(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('connectionId') connectionId: string,
  ): Promise<void> {
    return this.disconnectOrgConnection(caller, connectionId);
  }
}
