import { Injectable } from '@nestjs/common';
import type { ClientConfig } from '../../../domain/decision/catalog/model/connection-model.js';
import type { CatalogApp } from '../../../domain/decision/catalog/model/model.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Database, type Store, type Tx } from '../../../kernel/database/database.js';
import { organizationScope, type TenantScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../foundation/audit/audited.js';
import { ConnectionStore } from '../connections/connection-store.js';
import { ConnectionWriter } from '../connections/connection-writer.js';
import { appClientErrors } from './app-client.errors.js';
import type { AppConfigEntity } from './app-config.entity.js';
import { AppConfigStore } from './app-config-store.js';
import {
  changesOptionalFieldsOnly,
  type ClientValues,
  isComplete,
  partedBySecrecy,
  readClientBody,
} from './client-body.js';

/** What clients may know of a stored one (03 §3.3). */
export interface AppConfigStatus {
  settings?: Record<string, string>;
  hasCredentials: boolean;
  enabled: boolean;
  source?: 'organization';
}

/** The client with which somebody is sent to a provider. `id` and `changedAt` null: the operator's. */
export interface OAuthClient {
  id: string | null;
  changedAt: Date | null;
  values: ClientValues;
}

const NOTHING: AppConfigStatus = { hasCredentials: false, enabled: false };

const clientAudit = declareAudited('app-config');

/** OAuth clients at both levels and the operator's (03 §6). Changing one disconnects what it made. */
@Injectable()
export class AppClientsService {
  constructor(
    private readonly db: Database,
    private readonly configuration: Configuration,
    private readonly catalog: AppCatalog,
    private readonly store: AppConfigStore,
    private readonly connections: ConnectionStore,
    private readonly writer: ConnectionWriter,
  ) {}

  /** Which client applies in a workspace and what of it may be shown, in the order of 03 §4. */
  async status(scope: TenantScope, { id: provider }: CatalogApp): Promise<AppConfigStatus> {
    const own = await this.store.find(this.db, scope, provider);
    if (own?.enabled || scope.workspaceId === null) return own === null ? NOTHING : this.statusOf(own);
    const shared = await this.store.find(this.db, organizationScope(scope), provider);
    if (shared?.enabled && this.hasCredentials(shared))
      return { hasCredentials: true, enabled: true, source: 'organization' };
    return own === null ? NOTHING : this.statusOf(own);
  }

  /** What removing the organization's client would disconnect (03 §3.3). */
  async dependents(
    organizationId: string,
    { id: provider }: CatalogApp,
  ): Promise<{ orgConnections: number; workspaceConnections: number }> {
    const scope = { organizationId, workspaceId: null };
    const own = await this.store.find(this.db, scope, provider);
    if (own === null) return { orgConnections: 0, workspaceConnections: 0 };
    const [orgConnections, workspaceConnections] = await Promise.all([
      this.connections.count(this.db, scope, provider),
      this.connections.countMintedInWorkspaces(this.db, own.id),
    ]);
    return { orgConnections, workspaceConnections };
  }

  /** The workspace's enabled ones first, then the organization's that have credentials (03 §4). */
  async configured(scope: TenantScope): Promise<string[]> {
    const rows = await this.store.visible(this.db, scope);
    const counted = rows.filter(
      (row) => row.enabled && (row.workspaceId === scope.workspaceId || this.hasCredentials(row)),
    );
    return [...new Set(counted.map(({ provider }) => provider))];
  }

  /** Stored clients the scope can use, for the list of apps. */
  visible(scope: TenantScope): Promise<AppConfigEntity[]> {
    return this.store.visible(this.db, scope);
  }

  hasCredentials(row: AppConfigEntity): boolean {
    const config = this.catalog.find(row.provider)?.clientConfig;
    return config != null && isComplete(this.store.valuesOf(row), config);
  }

  /** Apps for which the operator has a client. */
  offeredByOperator(): string[] {
    return this.catalog.all.filter((app) => this.operatorClient(app) !== null).map(({ id }) => id);
  }

  /** A client that is switched on but incomplete is passed over (03 §6.4). Null: there is none to use. */
  async clientFor(store: Store, scope: TenantScope, app: CatalogApp): Promise<OAuthClient | null> {
    if (app.clientConfig === null) return null;
    const scopes = scope.workspaceId === null ? [scope] : [scope, organizationScope(scope)];
    for (const level of scopes) {
      const row = await this.store.find(store, level, app.id);
      if (row?.enabled && this.hasCredentials(row)) return this.store.clientOf(row);
    }
    return this.operatorClient(app);
  }

  /** The one somebody was sent away with, if it is the same still and may be used; null otherwise. */
  async chosenClient(
    store: Store,
    app: CatalogApp,
    { id, changedAt }: Pick<OAuthClient, 'id' | 'changedAt'>,
  ): Promise<OAuthClient | null> {
    if (id === null) return this.operatorClient(app);
    const row = await this.store.byId(store, id);
    if (!row?.enabled || row.updatedAt.getTime() !== changedAt?.getTime()) return null;
    return this.hasCredentials(row) ? this.store.clientOf(row) : null;
  }

  /** The same, and it stays so until the transaction ends: whoever changes it finds what is made with it. */
  async holdClient(
    tx: Tx,
    app: CatalogApp,
    chosen: Pick<OAuthClient, 'id' | 'changedAt'>,
  ): Promise<OAuthClient | null> {
    const row = chosen.id === null ? null : await this.store.byId(tx, chosen.id);
    if (row !== null) await this.store.lock(tx, scopeOf(row), row.provider);
    return this.chosenClient(tx, app, chosen);
  }

  /** Stores and switches it on; a field that is left out keeps its value (03 §6.2). */
  async save(scope: TenantScope, by: AuditActor, app: CatalogApp | null, body: unknown): Promise<void> {
    const config = app?.clientConfig;
    if (app == null || config == null) throw new AppError(appClientErrors.app_not_configurable);
    const given = readClientBody(body, config);
    if (given === null) throw new AppError(appClientErrors.app_config_invalid);
    await this.db.tx(async (tx) => {
      const before = await this.store.lock(tx, scope, app.id);
      const keepsAccounts =
        before !== null && changesOptionalFieldsOnly(this.store.valuesOf(before), given, config);
      await this.write(tx, scope, app.id, config, given);
      if (!keepsAccounts) await this.disconnectMinted(tx, scope, by, app.id);
      await this.record(tx, scope, by, 'update', app.id);
    });
  }

  /** A client that came along with credentials; nothing is disconnected (03 §6.5). Answers its id. */
  saveAlong(
    tx: Tx,
    scope: TenantScope,
    provider: string,
    config: ClientConfig,
    values: ClientValues,
  ): Promise<string> {
    return this.write(tx, scope, provider, config, values);
  }

  async toggle(
    scope: TenantScope,
    by: AuditActor,
    { id: provider }: CatalogApp,
    enabled: boolean,
  ): Promise<void> {
    await this.db.tx(async (tx) => {
      const row = await this.require(tx, scope, provider);
      await this.disconnectMinted(tx, scope, by, provider);
      await this.store.setEnabled(tx, row.id, enabled);
      await this.record(tx, scope, by, 'update', provider);
    });
  }

  async remove(scope: TenantScope, by: AuditActor, { id: provider }: CatalogApp): Promise<void> {
    await this.db.tx(async (tx) => {
      const row = await this.require(tx, scope, provider);
      await this.disconnectMinted(tx, scope, by, provider);
      await this.store.delete(tx, row.id);
      await this.record(tx, scope, by, 'delete', provider);
    });
  }

  awsExternalId(scope: TenantScope): Promise<string> {
    return this.store.awsExternalId(this.db, scope);
  }

  private async write(
    tx: Tx,
    scope: TenantScope,
    provider: string,
    config: ClientConfig,
    given: ClientValues,
  ): Promise<string> {
    const row = await this.store.lock(tx, scope, provider);
    const merged = { ...(row === null ? {} : this.store.valuesOf(row)), ...given };
    if (!isComplete(merged, config)) throw new AppError(appClientErrors.app_config_invalid);
    return this.store.save(tx, scope, provider, { id: row?.id ?? null, ...partedBySecrecy(merged, config) });
  }

  private async require(tx: Tx, scope: TenantScope, provider: string): Promise<AppConfigEntity> {
    const row = await this.store.lock(tx, scope, provider);
    if (row === null) throw new AppError(appClientErrors.app_config_not_found);
    return row;
  }

  /** At workspace level every account of the app there; at the organization's also what its client made elsewhere (03 §6.3). */
  private async disconnectMinted(
    tx: Tx,
    scope: TenantScope,
    by: AuditActor,
    provider: string,
  ): Promise<void> {
    const own = await this.connections.lockAll(tx, scope, provider);
    const row = scope.workspaceId === null ? await this.store.find(tx, scope, provider) : null;
    const elsewhere = row === null ? [] : await this.connections.lockMintedInWorkspaces(tx, row.id);
    for (const connection of [...own, ...elsewhere]) await this.writer.remove(tx, connection, by);
  }

  private operatorClient({ clientConfig }: CatalogApp): OAuthClient | null {
    if (clientConfig?.env == null) return null;
    const values = Object.entries(clientConfig.env).flatMap(([field, variable]) => {
      const value = this.configuration.appVariables.get(variable);
      return value === undefined ? [] : [[field, value] as const];
    });
    const client = Object.fromEntries(values);
    return isComplete(client, clientConfig) ? { id: null, changedAt: null, values: client } : null;
  }

  private statusOf(row: AppConfigEntity): AppConfigStatus {
    const { settings, enabled } = row;
    return { settings, hasCredentials: this.hasCredentials(row), enabled };
  }

  private record(
    tx: Tx,
    { organizationId, workspaceId }: TenantScope,
    by: AuditActor,
    action: 'update' | 'delete',
    provider: string,
  ): Promise<void> {
    const metadata = { provider, ...(workspaceId === null && { scope: 'organization' }) };
    return clientAudit.record(tx, { organizationId, workspaceId, by }, action, metadata);
  }
}

function scopeOf({ organizationId, workspaceId }: AppConfigEntity): TenantScope {
  return workspaceId === null ? { organizationId, workspaceId } : { organizationId, workspaceId };
}
