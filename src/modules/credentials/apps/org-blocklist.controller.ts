import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { organizationScope } from '../../../kernel/database/scope.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { SuccessResponse } from '../../../kernel/http/fields/success.dto.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { blocklistErrors } from '../blocklists/blocklist.errors.js';
import { BlocklistsService } from '../blocklists/blocklists.service.js';
import { appErrors, requireApp } from './app.errors.js';
import { ToggleRequest } from './dto/app-config.dto.js';
import { ActivateBlocklistHostRequest, BlocklistHostResponse } from './dto/blocklist.dto.js';

@Controller('v1/org/apps/:provider/blocklist')
@ApiTags('Organization apps')
@Access({ as: ['org-key', 'session'], level: 'organization', role: 'admin' })
export class OrgBlocklistController {
  constructor(
    private readonly catalog: AppCatalog,
    private readonly blocklists: BlocklistsService,
  ) {}

  @Get()
  @Operation({
    summary: 'List the hosts of the app that can be blocked, and whether each is blocked',
    description: 'Administrators only. These rules apply to every workspace.',
    response: [BlocklistHostResponse],
    errors: [appErrors.app_unknown],
  })
  getOrgBlocklist(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
  ): Promise<BlocklistHostResponse[]> {
    return this.blocklists.list(organizationScope(caller), requireApp(this.catalog, provider));
  }

  @Post()
  @Operation({
    summary: 'Block a host of the app in every workspace',
    description: 'Administrators only. Adds the rule, or enables the existing one.',
    success: 201,
    response: BlocklistHostResponse,
    errors: [platformErrors.invalid_request, appErrors.app_unknown, blocklistErrors.blocklist_host_unknown],
  })
  activateOrgBlocklistHost(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Body() { hostId }: ActivateBlocklistHostRequest,
  ): Promise<BlocklistHostResponse> {
    const app = requireApp(this.catalog, provider);
    return this.blocklists.activate(organizationScope(caller), actorOf(caller), app, hostId);
  }

  @Patch(':ruleId')
  @Operation({
    summary: 'Block or unblock a host of the app in every workspace',
    description:
      'Administrators only. Enables or disables the rule. An enabled rule applies to every workspace.',
    response: SuccessResponse,
    errors: [platformErrors.invalid_request, appErrors.app_unknown, blocklistErrors.blocklist_rule_not_found],
  })
  async toggleOrgBlocklistRule(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Param('ruleId') ruleId: string,
    @Body() { enabled }: ToggleRequest,
  ): Promise<SuccessResponse> {
    const app = requireApp(this.catalog, provider);
    await this.blocklists.toggle(organizationScope(caller), actorOf(caller), app, { ruleId, enabled });
    return { success: true };
  }

  @Delete(':ruleId')
  @Operation({
    summary: 'Delete the rule for a host of the app',
    description: 'Administrators only. If the app is connected again, the rule is added again.',
    success: 204,
    errors: [appErrors.app_unknown, blocklistErrors.blocklist_rule_not_found],
  })
  removeOrgBlocklistRule(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Param('ruleId') ruleId: string,
  ): Promise<void> {
    const app = requireApp(this.catalog, provider);
    return this.blocklists.remove(organizationScope(caller), actorOf(caller), app, ruleId);
  }
}
