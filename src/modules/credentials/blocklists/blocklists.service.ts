import { Injectable } from '@nestjs/common';
import type { CatalogApp } from '../../../domain/decision/catalog/model/model.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import {
  levelOf,
  organizationScope,
  type TenantLevel,
  type TenantScope,
} from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../foundation/audit/audited.js';
import type { AuditAction } from '../../foundation/audit/model/audit-vocabulary.js';
import type { Draft, DraftRule } from '../../foundation/policy-sets/draft/draft.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { type BlockedHost, blocking, ruleOf, toggled, unblocking } from './blocklist-rules.js';
import { blocklistErrors } from './blocklist.errors.js';

/** A host of a blocklist as clients see it (03 §3.4). */
export interface HostState {
  hostId: string;
  ruleId: string | null;
  enabled: boolean;
  custom: false;
  name: string;
  hostPattern: string;
  scope: TenantLevel | null;
}

const policyAudit = declareAudited('policy');

/** Hosts that an app closes while it is connected (03 §10). A rule is known by its `logicalId`. */
@Injectable()
export class BlocklistsService {
  constructor(
    private readonly db: Database,
    private readonly catalog: AppCatalog,
    private readonly configuration: Configuration,
    private readonly policySets: PolicySetsService,
  ) {}

  /** A rule of the organization takes the place of the workspace's own about the same host (03 §10.4). */
  async list(scope: TenantScope, app: CatalogApp): Promise<HostState[]> {
    const hosts = this.hostsOf(app);
    if (hosts.length === 0) return [];
    const shared = await this.policySets.liveRules(this.db, organizationScope(scope));
    const own = scope.workspaceId === null ? [] : await this.policySets.liveRules(this.db, scope);
    return hosts.map((host) => {
      const fromOrganization = ruleOf(shared, host);
      if (fromOrganization !== null) return stateOf(host, fromOrganization, 'organization');
      return stateOf(host, ruleOf(own, host), 'workspace');
    });
  }

  /** Adds the rule, or switches on the one that is there. */
  async activate(scope: TenantScope, by: AuditActor, app: CatalogApp, hostId: string): Promise<HostState> {
    const host = this.hostsOf(app).find((candidate) => candidate.hostId === hostId);
    if (host === undefined) throw new AppError(blocklistErrors.blocklist_host_unknown);
    return this.db.tx(async (tx) => {
      const set = await this.policySets.open(tx, scope);
      const known = ruleOf(set.draft, host);
      const after = known === null ? blocking(set.draft, [host]) : toggled(set.draft, known, true);
      await this.policySets.save(tx, set, after);
      await this.record(tx, scope, by, known === null ? 'create' : 'update', app.id, host);
      return stateOf(host, ruleOf(after, host), levelOf(scope));
    });
  }

  toggle(
    scope: TenantScope,
    by: AuditActor,
    app: CatalogApp,
    { ruleId, enabled }: { ruleId: string; enabled: boolean },
  ): Promise<void> {
    const change = (draft: Draft, rule: DraftRule): Draft => toggled(draft, rule, enabled);
    return this.changeOwn(scope, by, app, { ruleId, action: 'update', change });
  }

  remove(scope: TenantScope, by: AuditActor, app: CatalogApp, ruleId: string): Promise<void> {
    const change = (draft: Draft, { id }: DraftRule): Draft => draft.filter((rule) => rule.id !== id);
    return this.changeOwn(scope, by, app, { ruleId, action: 'delete', change });
  }

  /** Connecting the app closes its hosts (03 §10.1). */
  async connected(tx: Tx, scope: TenantScope, provider: string): Promise<void> {
    await this.change(tx, scope, provider, blocking);
  }

  /** The last connection of the app in the scope is gone (03 §10.5). */
  async disconnected(tx: Tx, scope: TenantScope, provider: string): Promise<void> {
    await this.change(tx, scope, provider, unblocking);
  }

  private async change(
    tx: Tx,
    scope: TenantScope,
    provider: string,
    apply: (draft: Draft, hosts: readonly BlockedHost[]) => Draft,
  ): Promise<void> {
    const app = this.catalog.find(provider);
    const hosts = app === null ? [] : this.hostsOf(app);
    if (hosts.length === 0) return;
    const set = await this.policySets.open(tx, scope);
    await this.policySets.save(tx, set, apply(set.draft, hosts));
  }

  private changeOwn(
    scope: TenantScope,
    by: AuditActor,
    app: CatalogApp,
    wanted: {
      ruleId: string;
      action: AuditAction;
      change: (draft: Draft, rule: DraftRule) => Draft;
    },
  ): Promise<void> {
    return this.db.tx(async (tx) => {
      const set = await this.policySets.open(tx, scope);
      const found = this.hostsOf(app)
        .map((host) => ({ host, rule: ruleOf(set.draft, host) }))
        .find(({ rule }) => rule?.logicalId === wanted.ruleId);
      if (!found?.rule) throw new AppError(blocklistErrors.blocklist_rule_not_found);
      await this.policySets.save(tx, set, wanted.change(set.draft, found.rule));
      await this.record(tx, scope, by, wanted.action, app.id, found.host);
    });
  }

  /** An entry whose host the operator did not name does not exist (03 §10). */
  private hostsOf({ blocklist = [] }: CatalogApp): BlockedHost[] {
    return blocklist.flatMap(({ id, name, hostSetting }) => {
      const host = this.configuration.appVariables.get(hostSetting);
      return host === undefined ? [] : [{ hostId: id, name, host }];
    });
  }

  private record(
    tx: Tx,
    { organizationId, workspaceId }: TenantScope,
    by: AuditActor,
    action: AuditAction,
    provider: string,
    { hostId }: BlockedHost,
  ): Promise<void> {
    const metadata = { provider, blocklist: hostId, ...(workspaceId === null && { scope: 'organization' }) };
    return policyAudit.record(tx, { organizationId, workspaceId, by }, action, metadata);
  }
}

function stateOf(
  { hostId, name, host }: BlockedHost,
  rule: Pick<DraftRule, 'logicalId' | 'enabled'> | null,
  scope: TenantLevel,
): HostState {
  return {
    hostId,
    ruleId: rule?.logicalId ?? null,
    enabled: rule?.enabled ?? false,
    custom: false,
    name,
    hostPattern: host,
    scope: rule === null ? null : scope,
  };
}
