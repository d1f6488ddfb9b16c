import { Controller, Delete, Get, Param, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { workspaceScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { SuccessResponse } from '../../../kernel/http/fields/success.dto.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { AppAvailabilityService } from '../app-availability/app-availability.service.js';
import { AvailableAppsResponse } from '../app-availability/dto/app-availability.dto.js';
import { AppClientsService } from '../app-clients/app-clients.service.js';
import { connectionErrors } from '../connections/connection.errors.js';
import { ConnectionsService } from '../connections/connections.service.js';
import { ownedScopes } from '../connections/owned-scopes.js';
import { appErrors } from './app.errors.js';
import { AppsService } from './apps.service.js';
import { AwsExternalIdResponse } from './dto/app-config.dto.js';
import { AppDetailResponse, AppResponse } from './dto/app.dto.js';
import { DisconnectAppQuery } from './dto/disconnect-app.dto.js';

const PROVIDERS = { schema: { type: 'array', items: { type: 'string' } } };

@Controller('v1/apps')
@ApiTags('Apps')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class AppsController {
  constructor(
    private readonly db: Database,
    private readonly apps: AppsService,
    private readonly clients: AppClientsService,
    private readonly availability: AppAvailabilityService,
    private readonly connections: ConnectionsService,
    private readonly urls: PublicUrls,
  ) {}

  @Get()
  @Operation({
    summary: 'List all apps and what the workspace has set up and connected of each',
    description:
      'In the order of the catalogue. Accounts that the organization shares are in `GET /v1/connections`.',
    response: [AppResponse],
  })
  listApps(@CurrentCaller() caller: WorkspaceCaller): Promise<AppResponse[]> {
    return this.apps.list(workspaceScope(caller));
  }

  @Get('configured')
  @Operation({
    summary: 'List the apps for which the workspace or its organization stored an OAuth client',
    description:
      'Enabled clients of the workspace come first, then those of the organization. Each app appears ' +
      'once.',
    response: PROVIDERS,
  })
  listConfiguredApps(@CurrentCaller() caller: WorkspaceCaller): Promise<string[]> {
    return this.clients.configured(workspaceScope(caller));
  }

  @Get('available')
  @Operation({
    summary: 'List the apps that people of the workspace may use',
    description:
      'If the organization has no rules for app availability, every app is available and the list is ' +
      'empty.',
    response: AvailableAppsResponse,
  })
  listAvailableApps(@CurrentCaller() caller: WorkspaceCaller): Promise<AvailableAppsResponse> {
    return this.availability.available(this.db, workspaceScope(caller));
  }

  @Get('aws-external-id')
  @Operation({
    summary: 'Get the external id that AWS roles of the workspace must trust',
    description:
      'The first call creates the id, and it never changes. Each workspace has its own id, so that no ' +
      'workspace can assume the roles of another.',
    response: AwsExternalIdResponse,
  })
  async getAwsExternalId(@CurrentCaller() caller: WorkspaceCaller): Promise<AwsExternalIdResponse> {
    return { externalId: await this.clients.awsExternalId(workspaceScope(caller)) };
  }

  @Get(':provider')
  @Operation({
    summary: 'Get an app with a hint for the next step',
    description:
      'The app with a hint for the next step: how to connect it, or which files its tools expect on ' +
      'disk.',
    response: AppDetailResponse,
    errors: [appErrors.app_unknown],
  })
  getApp(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
  ): Promise<AppDetailResponse> {
    return this.apps.detail(workspaceScope(caller), provider, this.urls.dashboard(request));
  }

  @Delete(':provider/connection')
  @Operation({
    summary: 'Disconnect an account of the app',
    description:
      'The same as `DELETE /v1/connections/{connectionId}`. An account of another app is not found.',
    response: SuccessResponse,
    errors: [
      platformErrors.invalid_request,
      appErrors.app_unknown,
      connectionErrors.app_connection_not_found,
    ],
  })
  async disconnectApp(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
    @Query() { connectionId }: DisconnectAppQuery,
  ): Promise<SuccessResponse> {
    this.apps.require(provider);
    const gone = await this.connections.disconnect(
      ownedScopes(caller),
      actorOf(caller),
      connectionId,
      provider,
    );
    if (!gone) throw new AppError(connectionErrors.app_connection_not_found);
    return { success: true };
  }
}
