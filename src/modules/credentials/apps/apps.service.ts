import { Injectable } from '@nestjs/common';
import type { CatalogApp } from '../../../domain/decision/catalog/model/model.js';
import { Database } from '../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import { AppClientsService } from '../app-clients/app-clients.service.js';
import { ConnectionStore } from '../connections/connection-store.js';
import { requireApp } from './app.errors.js';
import { appView, hintOf } from './app.view.js';
import type { AppConfigSummaryResponse, AppDetailResponse, AppResponse } from './dto/app.dto.js';

type Clients = Awaited<ReturnType<AppClientsService['visible']>>;

/** The catalogue as a workspace sees it: what is set up and what is connected (03 §3.2). */
@Injectable()
export class AppsService {
  constructor(
    private readonly db: Database,
    private readonly catalog: AppCatalog,
    private readonly clients: AppClientsService,
    private readonly connections: ConnectionStore,
  ) {}

  /** In list order; two statements whatever the number of apps. */
  async list(scope: WorkspaceScope): Promise<AppResponse[]> {
    const [clients, connections] = await Promise.all([
      this.clients.visible(scope),
      this.connections.owned(this.db, scope),
    ]);
    const byApp = Map.groupBy(connections, ({ provider }) => provider);
    return this.catalog.all.map((app) => appView(app, this.configOf(clients, app), byApp.get(app.id) ?? []));
  }

  async detail(scope: WorkspaceScope, provider: string, dashboard: string): Promise<AppDetailResponse> {
    const app = this.require(provider);
    const [clients, connections] = await Promise.all([
      this.clients.visible(scope),
      this.connections.owned(this.db, scope, provider),
    ]);
    const config = this.configOf(clients, app);
    const ended = connections.filter(({ status }) => status === 'expired');
    const hasClient = config?.hasCredentials === true;
    const readiness = connections.length > 0 ? 'account' : hasClient ? 'client' : 'nothing';
    const connectUrl = `${dashboard}/w/${encodeURIComponent(scope.workspaceId)}/connections?connect=${app.id}`;
    return { ...appView(app, config, connections), hint: hintOf(app, readiness, ended, connectUrl) };
  }

  /** Refuses names that are no app. */
  require(provider: string): CatalogApp {
    return requireApp(this.catalog, provider);
  }

  /** The workspace's row; without one the organization's, if that can be used. */
  private configOf(clients: Clients, { id }: CatalogApp): AppConfigSummaryResponse | null {
    const own = clients.find((row) => row.provider === id && row.workspaceId !== null);
    if (own !== undefined) return { hasCredentials: this.clients.hasCredentials(own), enabled: own.enabled };
    const shared = clients.find((row) => row.provider === id && row.workspaceId === null && row.enabled);
    return shared !== undefined && this.clients.hasCredentials(shared)
      ? { hasCredentials: true, enabled: true, source: 'organization' }
      : null;
  }
}
