import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { workspaceScope } from '../../../kernel/database/scope.js';
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

@Controller('v1/apps/:provider/blocklist')
@ApiTags('Apps')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class BlocklistController {
  constructor(
    private readonly catalog: AppCatalog,
    private readonly blocklists: BlocklistsService,
  ) {}

  @Get()
  @Operation({
    summary: 'List the hosts of the app that can be blocked, and whether each is blocked',
    description: "A rule of the organization replaces the workspace's own rule for the same host.",
    response: [BlocklistHostResponse],
    errors: [appErrors.app_unknown],
  })
  getBlocklist(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
  ): Promise<BlocklistHostResponse[]> {
    return this.blocklists.list(workspaceScope(caller), requireApp(this.catalog, provider));
  }

  @Post()
  @Operation({
    summary: 'Block a host of the app',
    description:
      "Adds the rule, or enables the existing one. Requests of the workspace's agents to this host are " +
      'refused immediately.',
    success: 201,
    response: BlocklistHostResponse,
    errors: [platformErrors.invalid_request, appErrors.app_unknown, blocklistErrors.blocklist_host_unknown],
  })
  activateBlocklistHost(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
    @Body() { hostId }: ActivateBlocklistHostRequest,
  ): Promise<BlocklistHostResponse> {
    const app = requireApp(this.catalog, provider);
    return this.blocklists.activate(workspaceScope(caller), actorOf(caller), app, hostId);
  }

  @Patch(':ruleId')
  @Operation({
    summary: 'Block or unblock a host of the app',
    description:
      'Enables or disables the rule. A rule of the organization cannot be changed from a workspace.',
    response: SuccessResponse,
    errors: [platformErrors.invalid_request, appErrors.app_unknown, blocklistErrors.blocklist_rule_not_found],
  })
  async toggleBlocklistRule(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
    @Param('ruleId') ruleId: string,
    @Body() { enabled }: ToggleRequest,
  ): Promise<SuccessResponse> {
    const app = requireApp(this.catalog, provider);
    await this.blocklists.toggle(workspaceScope(caller), actorOf(caller), app, { ruleId, enabled });
    return { success: true };
  }

  @Delete(':ruleId')
  @Operation({
    summary: 'Delete the rule for a host of the app',
    description: 'If the app is connected again, the rule is added again.',
    success: 204,
    errors: [appErrors.app_unknown, blocklistErrors.blocklist_rule_not_found],
  })
  removeBlocklistRule(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('provider') provider: string,
    @Param('ruleId') ruleId: string,
  ): Promise<void> {
    const app = requireApp(this.catalog, provider);
    return this.blocklists.remove(workspaceScope(caller), actorOf(caller), app, ruleId);
  }
}
