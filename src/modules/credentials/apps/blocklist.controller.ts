import { Body, Controller, Delete, Get, Param, Patch, Post, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { CurrentCaller, type OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import {
  type Level,
  type LevelOperation,
  organizationLevel,
  workspaceLevel,
} from '../../../kernel/http/openapi/level.js';
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

/** What the document says of an operation on one level; the rest is the same on both. */
type Words = Pick<LevelOperation, 'id' | 'summary' | 'description'>;

interface BlocklistWords {
  readonly list: Words;
  readonly activate: Words;
  readonly toggle: Words;
  readonly remove: Words;
}

const UNKNOWN_RULE = [appErrors.app_unknown, blocklistErrors.blocklist_rule_not_found];
const UNKNOWN_HOST = [
  platformErrors.invalid_request,
  appErrors.app_unknown,
  blocklistErrors.blocklist_host_unknown,
];
const INVALID_RULE = [platformErrors.invalid_request, ...UNKNOWN_RULE];

function blocklistController<C extends OrganizationCaller>(level: Level<C>, words: BlocklistWords): Type {
  const { list, activate, toggle, remove } = words;

  @Controller(level.path)
  @ApiTags(level.tag)
  @Access(level.access)
  class LevelBlocklistController {
    constructor(
      private readonly catalog: AppCatalog,
      private readonly blocklists: BlocklistsService,
    ) {}

    @Get()
    @Operation({ ...list, response: [BlocklistHostResponse], errors: [appErrors.app_unknown] })
    [list.id](
      @CurrentCaller() caller: C,
      @Param('provider') provider: string,
    ): Promise<BlocklistHostResponse[]> {
      return this.blocklists.list(level.scopeOf(caller), requireApp(this.catalog, provider));
    }

    @Post()
    @Operation({ ...activate, success: 201, response: BlocklistHostResponse, errors: UNKNOWN_HOST })
    [activate.id](
      @CurrentCaller() caller: C,
      @Param('provider') provider: string,
      @Body() { hostId }: ActivateBlocklistHostRequest,
    ): Promise<BlocklistHostResponse> {
      const app = requireApp(this.catalog, provider);
      return this.blocklists.activate(level.scopeOf(caller), actorOf(caller), app, hostId);
    }

    @Patch(':ruleId')
    @Operation({ ...toggle, response: SuccessResponse, errors: INVALID_RULE })
    async [toggle.id](
      @CurrentCaller() caller: C,
      @Param('provider') provider: string,
      @Param('ruleId') ruleId: string,
      @Body() { enabled }: ToggleRequest,
    ): Promise<SuccessResponse> {
      const app = requireApp(this.catalog, provider);
      await this.blocklists.toggle(level.scopeOf(caller), actorOf(caller), app, { ruleId, enabled });
      return { success: true };
    }

    @Delete(':ruleId')
    @Operation({ ...remove, success: 204, errors: UNKNOWN_RULE })
    [remove.id](
      @CurrentCaller() caller: C,
      @Param('provider') provider: string,
      @Param('ruleId') ruleId: string,
    ): Promise<void> {
      return this.blocklists.remove(
        level.scopeOf(caller),
        actorOf(caller),
        requireApp(this.catalog, provider),
        ruleId,
      );
    }
  }

  return LevelBlocklistController;
}

export const BlocklistController = blocklistController(
  workspaceLevel({ path: 'v1/apps/:provider/blocklist', tag: 'Apps' }),
  {
    list: {
      id: 'getBlocklist',
      summary: 'List the hosts of the app that can be blocked, and whether each is blocked',
      description: "A rule of the organization replaces the workspace's own rule for the same host.",
    },
    activate: {
      id: 'activateBlocklistHost',
      summary: 'Block a host of the app',
      description:
        "Adds the rule, or enables the existing one. Requests of the workspace's agents to this host are " +
        'refused immediately.',
    },
    toggle: {
      id: 'toggleBlocklistRule',
      summary: 'Block or unblock a host of the app',
      description:
        'Enables or disables the rule. A rule of the organization cannot be changed from a workspace.',
    },
    remove: {
      id: 'removeBlocklistRule',
      summary: 'Delete the rule for a host of the app',
      description: 'If the app is connected again, the rule is added again.',
    },
  },
);

export const OrgBlocklistController = blocklistController(
  organizationLevel({
    path: 'v1/org/apps/:provider/blocklist',
    tag: 'Organization apps',
    as: ['org-key', 'session'],
  }),
  {
    list: {
      id: 'getOrgBlocklist',
      summary: 'List the hosts of the app that can be blocked, and whether each is blocked',
      description: 'Administrators only. These rules apply to every workspace.',
    },
    activate: {
      id: 'activateOrgBlocklistHost',
      summary: 'Block a host of the app in every workspace',
      description: 'Administrators only. Adds the rule, or enables the existing one.',
    },
    toggle: {
      id: 'toggleOrgBlocklistRule',
      summary: 'Block or unblock a host of the app in every workspace',
      description:
        'Administrators only. Enables or disables the rule. An enabled rule applies to every workspace.',
    },
    remove: {
      id: 'removeOrgBlocklistRule',
      summary: 'Delete the rule for a host of the app',
      description: 'Administrators only. If the app is connected again, the rule is added again.',
    },
  },
);
