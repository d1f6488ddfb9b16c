import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
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

const LIST = 'Accounts the workspace can use, its own and those its organization shares, newest first';
const RENAME = 'Gives a connection another name';
const DISCONNECT = 'Disconnects an account';
const DISCONNECT_TEXT =
  'Its grants go with it and the next request of every agent goes out without it. The token stays valid at the provider.';

@Controller('v1')
@ApiTags('Connections')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class ConnectionsController {
  constructor(private readonly connections: ConnectionsService) {}

  @Get('connections')
  @Operation({
    summary: LIST,
    description: 'Never a credential. Unknown apps have none; those of other workspaces are not there.',
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
      'Two may have one name. A connection of the organization is renamed here by its administrators only, not with a key of the workspace.',
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
    description: 'An older path of `GET /v1/connections`, the same in every respect.',
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
    description: 'An older path of `GET /v1/connections?provider=`, the same in every respect.',
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
    description: 'An older path of `PATCH /v1/connections/{connectionId}`, the same in every respect.',
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
    description: 'An older path of `DELETE /v1/connections/{connectionId}`, the same in every respect.',
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
