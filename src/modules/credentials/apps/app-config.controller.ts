import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { workspaceScope } from '../../../kernel/database/scope.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { SuccessResponse } from '../../../kernel/http/fields/success.dto.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { appClientErrors } from '../app-clients/app-client.errors.js';
import { AppClientsService } from '../app-clients/app-clients.service.js';
import { appErrors, requireApp } from './app.errors.js';
import { AppConfigResponse, CLIENT_BODY_SCHEMA, ToggleRequest } from './dto/app-config.dto.js';

const DISCONNECTS =
  'Every account of the app in the workspace is disconnected, because it depends on the client.';

@Controller('v1/apps/:provider/config')
@ApiTags('Apps')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class AppConfigController {
  constructor(
    private readonly catalog: AppCatalog,
    private readonly clients: AppClientsService,
  ) {}

  @Get()
  @Operation({
    summary: "Get the workspace's own OAuth client for the app",
    description: 'The public fields of the client, never a secret.',
    response: AppConfigResponse,
    errors: [appErrors.app_unknown],
  })
  getAppConfig(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
  ): Promise<AppConfigResponse> {
    return this.clients.status(workspaceScope(caller), requireApp(this.catalog, provider));
  }

  @Post()
  @ApiBody({ schema: CLIENT_BODY_SCHEMA })
  @Operation({
    summary: 'Store an OAuth client of your own and enable it',
    description: `A field that is not in the body keeps its value. ${DISCONNECTS}`,
    success: 201,
    response: SuccessResponse,
    errors: [appClientErrors.app_not_configurable, appClientErrors.app_config_invalid],
  })
  async upsertAppConfig(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
    @Body() body: unknown,
  ): Promise<SuccessResponse> {
    await this.clients.save(workspaceScope(caller), actorOf(caller), this.catalog.find(provider), body);
    return { success: true };
  }

  @Delete()
  @Operation({
    summary: 'Delete the OAuth client',
    description: `Accounts are then connected with the client of the organization or the operator. ${DISCONNECTS}`,
    success: 204,
    errors: [appErrors.app_unknown, appClientErrors.app_config_not_found],
  })
  deleteAppConfig(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
  ): Promise<void> {
    return this.clients.remove(workspaceScope(caller), actorOf(caller), requireApp(this.catalog, provider));
  }

  @Patch('toggle')
  @Operation({
    summary: 'Enable or disable the OAuth client',
    description: `While the client is disabled, the client of the organization or the operator is used. ${DISCONNECTS}`,
    response: SuccessResponse,
    errors: [platformErrors.invalid_request, appErrors.app_unknown, appClientErrors.app_config_not_found],
  })
  async toggleAppConfig(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
    @Body() { enabled }: ToggleRequest,
  ): Promise<SuccessResponse> {
    const app = requireApp(this.catalog, provider);
    await this.clients.toggle(workspaceScope(caller), actorOf(caller), app, enabled);
    return { success: true };
  }
}
