import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { workspaceScope } from '../../../kernel/database/scope.js';
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
import { ownedScopes } from './owned-scopes.js';

const LIST =
  'List the accounts the workspace can use, its own and those its organization shares, newest first';
const RENAME = 'Rename a connection';
const DISCONNECT = 'Disconnect an account';
const DISCONNECT_TEXT =
  'The grants of the connection are deleted, and the next request of every agent is sent without ' +
  'the account. The token stays valid at the provider.';

@Controller('v1')
@ApiTags('Connections')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class ConnectionsController {
  constructor(private readonly connections: ConnectionsService) {}

  @Get('connections')
  @Operation({
    summary: LIST,
    description:
      'Accounts without their credentials. The list is empty for an unknown app. Connections of other ' +
      'workspaces are not included.',
    response: [ConnectionResponse],
    errors: [platformErrors.invalid_request],
  })
  listConnections(
    @CurrentCaller() caller: WorkspaceCaller,
    @Query() { provider }: ConnectionsQuery,
  ): Promise<ConnectionResponse[]> {
    return this.connections.list(workspaceScope(caller), provider);
  }

  @Patch('connections/:connectionId')
  @Operation({
    summary: RENAME,
    description:
      'Names need not be unique. A connection of the organization can be renamed here only by its ' +
      'administrators, and not with a workspace key.',
    response: RenamedConnectionResponse,
    errors: [platformErrors.invalid_request, connectionErrors.app_connection_not_found],
  })
  async renameConnection(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('connectionId') connectionId: string,
    @Body() { label }: RenameConnectionRequest,
  ): Promise<RenamedConnectionResponse> {
    const renamed = await this.connections.rename(ownedScopes(caller), actorOf(caller), connectionId, label);
    if (renamed === null) throw new AppError(connectionErrors.app_connection_not_found);
    return renamed;
  }

  @Delete('connections/:connectionId')
  @Operation({
    summary: DISCONNECT,
    description: DISCONNECT_TEXT,
    success: 204,
    errors: [connectionErrors.app_connection_not_found],
  })
  async disconnectConnection(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('connectionId') connectionId: string,
  ): Promise<void> {
    const gone = await this.connections.disconnect(ownedScopes(caller), actorOf(caller), connectionId);
    if (!gone) throw new AppError(connectionErrors.app_connection_not_found);
  }

  @Get('apps/connections')
  @Operation({
    summary: LIST,
    description: 'Older path of `GET /v1/connections` with the same behaviour.',
    response: [ConnectionResponse],
    errors: [platformErrors.invalid_request],
  })
  listConnectionsAlias(
    @CurrentCaller() caller: WorkspaceCaller,
    @Query() query: ConnectionsQuery,
  ): Promise<ConnectionResponse[]> {
    return this.listConnections(caller, query);
  }

  @Get('apps/connections/:provider')
  @Operation({
    summary: LIST,
    description: 'Older path of `GET /v1/connections?provider=` with the same behaviour.',
    response: [ConnectionResponse],
  })
  listConnectionsByProviderAlias(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
  ): Promise<ConnectionResponse[]> {
    return this.listConnections(caller, { provider });
  }

  @Patch('apps/connections/:connectionId')
  @Operation({
    summary: RENAME,
    description: 'Older path of `PATCH /v1/connections/{connectionId}` with the same behaviour.',
    response: RenamedConnectionResponse,
    errors: [platformErrors.invalid_request, connectionErrors.app_connection_not_found],
  })
  renameConnectionAlias(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('connectionId') connectionId: string,
    @Body() body: RenameConnectionRequest,
  ): Promise<RenamedConnectionResponse> {
    return this.renameConnection(caller, connectionId, body);
  }

  @Delete('apps/connections/:connectionId')
  @Operation({
    summary: DISCONNECT,
    description: 'Older path of `DELETE /v1/connections/{connectionId}` with the same behaviour.',
    success: 204,
    errors: [connectionErrors.app_connection_not_found],
  })
  disconnectConnectionAlias(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('connectionId') connectionId: string,
  ): Promise<void> {
    return this.disconnectConnection(caller, connectionId);
  }
}
