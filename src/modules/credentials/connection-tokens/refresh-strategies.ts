import { Injectable } from '@nestjs/common';
import type { Exchange } from '../../../domain/decision/catalog/model/connection-model.js';
import type { CatalogApp, RefreshKind } from '../../../domain/decision/catalog/model/model.js';
import { valueIn } from '../../../domain/decision/catalog/template.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type { StoredCredentials } from '../connections/credential-rows.js';
import { ImportRenewal } from './import-renewal.js';
import { InstallationTokens } from './installation-tokens.js';
import { RefreshGrant } from './refresh-grant.js';
import type { RefreshStrategy } from './refresh-strategy.js';

/** One strategy for each `refresh` of the catalogue (03 §12.3). Null: this account has nothing to refresh with. */
@Injectable()
export class RefreshStrategies {
  private readonly byKind: Readonly<
    Record<RefreshKind, (app: CatalogApp, stored: StoredCredentials) => RefreshStrategy | null>
  > = {
    refresh_token: ({ connection: { oauth } }, { values }) =>
      oauth?.refresh == null || !hasRefreshToken(values)
        ? null
        : (stored) => this.grant.renew(stored, oauth.refresh!, oauth),
    github_app: ({ connection: { install } }) =>
      install === undefined ? null : (stored) => this.installations.renew(stored, install),
    client_credentials: (app, { values }) => this.again(exchangeOf(app, values)),
    docker_hub: (app, { values }) => this.again(exchangeOf(app, values)),
    by_stored_type: (app, { values }) => {
      const exchange = exchangeOf(app, values);
      const refresh = exchange?.refresh;
      if (refresh === undefined) return this.again(exchange);
      return hasRefreshToken(values) ? (stored) => this.grant.renew(stored, refresh, undefined) : null;
    },
  };

  constructor(
    private readonly catalog: AppCatalog,
    private readonly grant: RefreshGrant,
    private readonly imports: ImportRenewal,
    private readonly installations: InstallationTokens,
  ) {}

  of(stored: StoredCredentials): RefreshStrategy | null {
    const app = this.catalog.find(stored.provider);
    return app?.refresh == null ? null : this.byKind[app.refresh](app, stored);
  }

  private again(exchange: Exchange | null): RefreshStrategy | null {
    return exchange?.request === undefined ? null : (stored) => this.imports.renew(stored, exchange);
  }
}

/** The exchange an import was made with: of several, the one whose `type` is stored, else the one that stores none. */
function exchangeOf(
  { connection: { exchange } }: CatalogApp,
  values: StoredCredentials['values'],
): Exchange | null {
  if (exchange?.kind !== 'groups') return exchange ?? null;
  const groups = Object.values(exchange.groups);
  const type = valueIn(values, 'type');
  const ofType = (wanted: string | undefined): Exchange | undefined =>
    groups.find(({ store }) => store['type'] === wanted);
  return ofType(type) ?? ofType(undefined) ?? null;
}

function hasRefreshToken(values: StoredCredentials['values']): boolean {
  return (valueIn(values, 'refresh_token') ?? '') !== '';
}
