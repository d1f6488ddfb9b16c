import { Injectable } from '@nestjs/common';
import type { RefreshDescription } from '../../../domain/decision/catalog/model/connection-model.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Database } from '../../../kernel/database/database.js';
import type { TenantScope } from '../../../kernel/database/scope.js';
import type { AppConfigEntity } from './app-config.entity.js';
import { AppConfigStore } from './app-config-store.js';
import type { OAuthClient } from './app-clients.service.js';

/** What a token is refreshed with, whatever else the client is made of. */
const NEEDED = ['clientId', 'clientSecret'] as const;

export interface MintedConnection {
  readonly organizationId: string;
  readonly workspaceId: string | null;
  readonly provider: string;
  /** The client it was made with; null for the operator's, and for one that was deleted. */
  readonly appConfigId: string | null;
}

/** With which client the tokens of an account are refreshed. */
@Injectable()
export class RefreshClients {
  constructor(
    private readonly db: Database,
    private readonly configuration: Configuration,
    private readonly store: AppConfigStore,
  ) {}

  /**
   * The one that made the account, else the workspace's, else the organization's, else the operator's in `env`; each if
   * it is switched on and complete (03 §12.4, 06 §11.4). Null: none.
   */
  async find(minted: MintedConnection, env: RefreshDescription['env']): Promise<OAuthClient | null> {
    const { provider, appConfigId } = minted;
    const operators = this.operators(env);
    // Deleting a client deletes what it made, so an account without one was made with the operator's.
    if (appConfigId === null && operators !== null) return operators;
    const visible = await this.store.visible(this.db, scopeOf(minted));
    const own = visible.filter((row) => row.provider === provider);
    const ranked = [...own.filter(({ id }) => id === appConfigId), ...own];
    for (const row of ranked) {
      const client = this.usable(row);
      if (client !== null) return client;
    }
    return operators;
  }

  private usable(row: AppConfigEntity): OAuthClient | null {
    if (!row.enabled) return null;
    const client = this.store.clientOf(row);
    return NEEDED.every((field) => (client.values[field] ?? '') !== '') ? client : null;
  }

  private operators(env: RefreshDescription['env']): OAuthClient | null {
    if (env === null) return null;
    const [idVariable, secretVariable] = env;
    const clientId = this.configuration.appVariables.get(idVariable);
    const clientSecret = this.configuration.appVariables.get(secretVariable);
    return clientId && clientSecret
      ? { id: null, changedAt: null, values: { clientId, clientSecret } }
      : null;
  }
}

function scopeOf({ organizationId, workspaceId }: MintedConnection): TenantScope {
  return workspaceId === null ? { organizationId, workspaceId } : { organizationId, workspaceId };
}
