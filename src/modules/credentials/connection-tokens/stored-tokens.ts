import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CredentialRows, type StoredCredentials } from '../connections/credential-rows.js';
import { AccessTokens, type ConnectionHandle, type ConnectionToken } from './access-tokens.js';
import { RecentTokens } from './recent-tokens.js';

/** Tokens as they are stored. One read for all who wait for the same connection. */
@Injectable()
export class StoredTokens extends AccessTokens implements OnModuleDestroy {
  private readonly recent = new RecentTokens();
  private readonly running = new WeakMap<ConnectionHandle, Promise<ConnectionToken | null>>();

  constructor(private readonly rows: CredentialRows) {
    super();
  }

  onModuleDestroy(): void {
    this.recent.close();
  }

  override tokenFor(connection: ConnectionHandle): ConnectionToken | null | Promise<ConnectionToken | null> {
    return this.recent.get(connection) ?? this.running.get(connection) ?? this.begin(connection);
  }

  private begin(connection: ConnectionHandle): Promise<ConnectionToken | null> {
    const reading = this.read(connection).finally(() => this.running.delete(connection));
    this.running.set(connection, reading);
    return reading;
  }

  private async read(connection: ConnectionHandle): Promise<ConnectionToken | null> {
    const stored = await this.rows.read(connection.id);
    if (stored === null || stored.provider !== connection.provider) return null;
    const token = asToken(stored);
    this.recent.keep(connection, token);
    return token;
  }
}

function asToken({ values, metadata }: StoredCredentials): ConnectionToken {
  return { values, metadata: metadata ?? {}, freshUntil: Infinity, renewable: false };
}
