import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CredentialRows } from '../connections/credential-rows.js';
import {
  AccessTokens,
  type ConnectionHandle,
  type ConnectionToken,
  type StoredValues,
} from './access-tokens.js';
import { LimitedTokens } from './limited-tokens.js';
import { RecentTokens } from './recent-tokens.js';
import { type LiveCredentials, TokenRefresher } from './token-refresher.js';

/** Tokens as they are stored, refreshed when that is due. */
@Injectable()
export class StoredTokens extends AccessTokens implements OnModuleDestroy {
  private readonly recent = new RecentTokens<ConnectionHandle>();
  private readonly running = new WeakMap<ConnectionHandle, Promise<ConnectionToken | null>>();

  constructor(
    private readonly rows: CredentialRows,
    private readonly refresher: TokenRefresher,
    private readonly limited: LimitedTokens,
  ) {
    super();
  }

  onModuleDestroy(): void {
    this.recent.close();
  }

  override tokenFor(connection: ConnectionHandle): ConnectionToken | null | Promise<ConnectionToken | null> {
    return this.recent.get(connection) ?? this.running.get(connection) ?? this.begin(connection);
  }

  override async valuesOf({ id, provider }: ConnectionHandle): Promise<StoredValues | null> {
    const stored = await this.rows.read(id);
    return stored?.provider === provider ? stored.values : null;
  }

  override async renew(connection: ConnectionHandle, used: ConnectionToken): Promise<ConnectionToken | null> {
    const refused = used.values['access_token'] ?? '';
    this.recent.forget(connection);
    const token = this.kept(connection, await this.refresher.live(connection.id, refused));
    return token?.values['access_token'] === refused ? null : token;
  }

  override installationToken(
    connection: ConnectionHandle,
    repositories: readonly string[],
  ): ConnectionToken | Promise<ConnectionToken> {
    return this.limited.of(connection, repositories);
  }

  /** One look for all who wait for the same connection. */
  private begin(connection: ConnectionHandle): Promise<ConnectionToken | null> {
    const looking = this.refresher
      .live(connection.id)
      .then((found) => this.kept(connection, found))
      .finally(() => this.running.delete(connection));
    this.running.set(connection, looking);
    return looking;
  }

  private kept(connection: ConnectionHandle, found: LiveCredentials | null): ConnectionToken | null {
    if (found === null || found.stored.provider !== connection.provider) return null;
    const { stored, freshUntil, renewable } = found;
    const token = { values: stored.values, metadata: stored.metadata ?? {}, freshUntil, renewable };
    this.recent.keep(connection, token);
    return token;
  }
}
