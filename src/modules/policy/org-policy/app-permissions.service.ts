import { Injectable } from '@nestjs/common';
import type { CatalogApp } from '../../../domain/decision/catalog/model/model.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError, invalidRequest } from '../../../kernel/errors/app-error.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type { Draft } from '../../foundation/policy-sets/draft/draft.js';
import { OrganizationRules } from '../../foundation/policy-sets/organization-rules.js';
import { type PermissionChanges, toolDefaults, withPermissions } from './model/app-permissions.js';
import type { AppPermissionsResponse, SetAppPermissionsRequest } from './dto/app-permissions.dto.js';
import { organizationOriginOf } from '../../foundation/audit/model/audit-origin.js';
import { policyAudit } from './policy.audit.js';
import { readBodyConditions } from './rule-conditions.js';
import { MAX_RULES } from './dto/rule-request.dto.js';
import { policyErrors } from '../../foundation/policy-sets/policy.errors.js';

/** The organization's rules for one app as permissions of its tools (02 §7.8). */
@Injectable()
export class AppPermissionsService {
  constructor(
    private readonly db: Database,
    private readonly catalog: AppCatalog,
    private readonly rules: OrganizationRules,
  ) {}

  async get(organizationId: string, provider: string): Promise<AppPermissionsResponse> {
    const app = this.appWithTools(provider);
    const { rules } = await this.rules.live(this.db, organizationId);
    return present(app, rules);
  }

  /** A permission in force already changes and publishes nothing. */
  set(
    caller: OrganizationCaller,
    provider: string,
    body: SetAppPermissionsRequest,
  ): Promise<AppPermissionsResponse> {
    const changes = readChanges(body);
    const app = this.appWithTools(provider);
    const unknown = [...changes.byTool.keys()].find((tool) => !this.catalog.isKnownTool(provider, tool));
    if (unknown !== undefined)
      throw new AppError(policyErrors.unknown_tool, { message: `Unknown tool: ${unknown}` });
    const { organizationId, userId } = caller;
    return this.db.tx(async (tx) => {
      const set = await this.rules.open(tx, organizationId);
      const after = withPermissions(set.draft, { provider, name: app.name }, changes);
      // One of them is the Default Rule, which does not count.
      if (after.length > set.draft.length && after.length > MAX_RULES + 1)
        throw new AppError(policyErrors.policy_rules_full);
      if (await this.rules.save(tx, set, after, userId)) {
        await policyAudit.record(tx, organizationOriginOf(caller), 'update', {
          provider,
          count: changes.byTool.size,
        });
      }
      return present(app, after);
    });
  }

  private appWithTools(provider: string): CatalogApp {
    const app = this.catalog.find(provider);
    if (app !== null && this.catalog.hasTools(provider)) return app;
    throw new AppError(policyErrors.unknown_provider, { message: `Unknown provider: ${provider}` });
  }
}

function present({ id, tools }: CatalogApp, rules: Draft): AppPermissionsResponse {
  return { defaults: toolDefaults(rules, id, tools), byAgent: {} };
}

function readChanges({ changes, conditions }: SetAppPermissionsRequest): PermissionChanges {
  const byTool = new Map(
    changes.map(({ toolId, permission }) => {
      if (permission !== 'inherit') return [toolId, permission] as const;
      throw invalidRequest('Only agent-scoped app permissions can be set to inherit');
    }),
  );
  if (conditions === undefined) return { byTool, conditions: undefined };
  const read = readBodyConditions(conditions);
  return { byTool, conditions: read.length === 0 ? null : read };
}
