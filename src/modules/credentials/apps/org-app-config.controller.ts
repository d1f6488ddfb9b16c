import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { organizationScope } from '../../../kernel/database/scope.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { SuccessResponse } from '../../../kernel/http/fields/success.dto.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { appClientErrors } from '../app-clients/app-client.errors.js';
import { AppClientsService } from '../app-clients/app-clients.service.js';
import { appErrors, requireApp } from './app.errors.js';
import { OrgAppConfigResponse, CLIENT_BODY_SCHEMA, ToggleRequest } from './dto/app-config.dto.js';

const DISCONNECTS =
  'The accounts of the app that depend on the client are disconnected, in the organization and in its workspaces.';
const PROVIDERS = { schema: { type: 'array', items: { type: 'string' } } };

@Controller('v1/org')
@ApiTags('Organization apps')
@Access({ as: ['org-key', 'session'], level: 'organization', role: 'admin' })
export class OrgAppConfigController {
  constructor(
    private readonly catalog: AppCatalog,
    private readonly clients: AppClientsService,
  ) {}

  @Get('apps/:provider/config')
  @Operation({
    summary: "Get the organization's OAuth client for the app, and what depends on it",
    description: 'Administrators only. The public fields of the client, never a secret.',
    response: OrgAppConfigResponse,
    errors: [appErrors.app_unknown],
  })
  async getOrgAppConfig(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
  ): Promise<OrgAppConfigResponse> {
    const app = requireApp(this.catalog, provider);
    const [status, dependents] = await Promise.all([
      this.clients.status(organizationScope(caller), app),
      this.clients.dependents(caller.organizationId, app),
    ]);
    return { ...status, dependents };
  }

  @Post('apps/:provider/config')
  @ApiBody({ schema: CLIENT_BODY_SCHEMA })
  @Operation({
    summary: 'Store an OAuth client of your own and enable it',
    description: `Administrators only. A field that is not in the body keeps its value. ${DISCONNECTS}`,
    success: 201,
    response: SuccessResponse,
    errors: [appClientErrors.app_not_configurable, appClientErrors.app_config_invalid],
  })
  async upsertOrgAppConfig(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Body() body: unknown,
  ): Promise<SuccessResponse> {
    await this.clients.save(organizationScope(caller), actorOf(caller), this.catalog.find(provider), body);
    return { success: true };
  }

  @Delete('apps/:provider/config')
  @Operation({
    summary: 'Delete the OAuth client',
    description: `Administrators only. Accounts are then connected with the client of the operator. ${DISCONNECTS}`,
    success: 204,
    errors: [appErrors.app_unknown, appClientErrors.app_config_not_found],
  })
  deleteOrgAppConfig(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
  ): Promise<void> {
    return this.clients.remove(
      organizationScope(caller),
      actorOf(caller),
      requireApp(this.catalog, provider),
    );
  }

  @Patch('apps/:provider/config/toggle')
  @Operation({
    summary: 'Enable or disable the OAuth client',
    description: `Administrators only. While the client is disabled, the client of the operator is used. ${DISCONNECTS}`,
    response: SuccessResponse,
    errors: [platformErrors.invalid_request, appErrors.app_unknown, appClientErrors.app_config_not_found],
  })
  async toggleOrgAppConfig(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Body() { enabled }: ToggleRequest,
  ): Promise<SuccessResponse> {
    const app = requireApp(this.catalog, provider);
    await this.clients.toggle(organizationScope(caller), actorOf(caller), app, enabled);
    return { success: true };
  }

  @Get('apps/configured')
  @Operation({
    summary: 'List the apps for which the organization stored an OAuth client',
    description:
      'Administrators only. Lists the enabled clients of the organization. Clients of workspaces are ' +
      'not included.',
    response: PROVIDERS,
  })
  listOrgConfiguredApps(@CurrentCaller() caller: OrganizationCaller): Promise<string[]> {
    return this.clients.configured(organizationScope(caller));
  }

  @Get('app-config/configured')
  @Operation({
    summary: 'List the apps for which the organization stored an OAuth client',
    description: 'Older path of `GET /v1/org/apps/configured` with the same behaviour.',
    response: PROVIDERS,
  })
  listOrgConfiguredAppsAlias(@CurrentCaller() caller: OrganizationCaller): Promise<string[]> {
    return this.listOrgConfiguredApps(caller);
  }

  @Get('app-config/:provider')
  @Operation({
    summary: "Get the organization's OAuth client for the app, and what depends on it",
    description: 'Older path of `GET /v1/org/apps/{provider}/config` with the same behaviour.',
    response: OrgAppConfigResponse,
    errors: [appErrors.app_unknown],
  })
  getOrgAppConfigAlias(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
  ): Promise<OrgAppConfigResponse> {
    return this.getOrgAppConfig(caller, provider);
  }

  @Post('app-config/:provider')
  @ApiBody({ schema: CLIENT_BODY_SCHEMA })
  @Operation({
    summary: 'Store an OAuth client and enable it',
    description: 'Older path of `POST /v1/org/apps/{provider}/config` with the same behaviour.',
    success: 201,
    response: SuccessResponse,
    errors: [appClientErrors.app_not_configurable, appClientErrors.app_config_invalid],
  })
  upsertOrgAppConfigAlias(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Body() body: unknown,
  ): Promise<SuccessResponse> {
    return this.upsertOrgAppConfig(caller, provider, body);
  }

  @Delete('app-config/:provider')
  @Operation({
    summary: 'Delete the OAuth client',
    description: 'Older path of `DELETE /v1/org/apps/{provider}/config` with the same behaviour.',
    success: 204,
    errors: [appErrors.app_unknown, appClientErrors.app_config_not_found],
  })
  deleteOrgAppConfigAlias(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
  ): Promise<void> {
    return this.deleteOrgAppConfig(caller, provider);
  }

  @Patch('app-config/:provider/toggle')
  @Operation({
    summary: 'Enable or disable the OAuth client',
    description: 'Older path of `PATCH /v1/org/apps/{provider}/config/toggle` with the same behaviour.',
    response: SuccessResponse,
    errors: [platformErrors.invalid_request, appErrors.app_unknown, appClientErrors.app_config_not_found],
  })
  toggleOrgAppConfigAlias(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Body() body: ToggleRequest,
  ): Promise<SuccessResponse> {
    return this.toggleOrgAppConfig(caller, provider, body);
  }
}
