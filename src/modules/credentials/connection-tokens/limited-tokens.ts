import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import { CredentialRows, type StoredCredentials } from '../connections/credential-rows.js';
import type { ConnectionHandle, ConnectionToken } from './access-tokens.js';
import { type InstallationToken, InstallationTokens, refusalOf } from './installation-tokens.js';
import { RecentTokens } from './recent-tokens.js';
import { PAUSE_SECONDS } from './refresh-strategy.js';

/** A token that is about to end is no use to a request that takes its time. */
const MARGIN_MS = 60_000;

/** No credential for a part of an account could be made. */
export class LimitedTokenUnavailable extends Error {}

/** Stands for an account and a list: one list may be the limit of several accounts. */
type Key = Readonly<Record<never, never>>;

/** Tokens for some repositories of an installation: minted for those who may use no more, and never stored. */
@Injectable()
export class LimitedTokens implements OnModuleDestroy {
  private readonly recent = new RecentTokens<Key>();
  private readonly running = new WeakMap<Key, Promise<ConnectionToken>>();
  /** When GitHub may be asked again after it gave none, in milliseconds since 1970. */
  private readonly pausedUntil = new WeakMap<Key, number>();
  private readonly keys = new WeakMap<ConnectionHandle, WeakMap<readonly string[], Key>>();

  constructor(
    private readonly catalog: AppCatalog,
    private readonly rows: CredentialRows,
    private readonly installations: InstallationTokens,
  ) {}

  onModuleDestroy(): void {
    this.recent.close();
  }

  of(
    connection: ConnectionHandle,
    repositories: readonly string[],
  ): ConnectionToken | Promise<ConnectionToken> {
    const key = this.keyOf(connection, repositories);
    return this.recent.get(key) ?? this.running.get(key) ?? this.begin(key, connection, repositories);
  }

  private keyOf(connection: ConnectionHandle, repositories: readonly string[]): Key {
    let keys = this.keys.get(connection);
    if (keys === undefined) this.keys.set(connection, (keys = new WeakMap<readonly string[], Key>()));
    let key = keys.get(repositories);
    if (key === undefined) keys.set(repositories, (key = {}));
    return key;
  }

  private begin(
    key: Key,
    connection: ConnectionHandle,
    repositories: readonly string[],
  ): Promise<ConnectionToken> {
    if ((this.pausedUntil.get(key) ?? 0) > Date.now())
      return Promise.reject(new LimitedTokenUnavailable('GitHub gave no token a moment ago'));
    const minting = this.mint(key, connection, repositories)
      .then((token) => {
        this.recent.keep(key, token);
        return token;
      })
      .finally(() => this.running.delete(key));
    this.running.set(key, minting);
    return minting;
  }

  private async mint(
    key: Key,
    { id, provider }: ConnectionHandle,
    repositories: readonly string[],
  ): Promise<ConnectionToken> {
    const stored = await this.rows.read(id);
    const install = this.catalog.find(provider)?.connection.install;
    if (stored === null || install === undefined || stored.provider !== provider)
      throw new LimitedTokenUnavailable('the account cannot mint tokens');
    const names = bareNames(stored, repositories);
    // GitHub reads an empty list as no limit.
    if (names.length === 0) throw new LimitedTokenUnavailable('none of the repositories is the owner’s');
    const { token, expiresAt } = await this.installations
      .mint(stored, install, names)
      .catch((cause: unknown) => this.refused(key, stored, cause));
    return {
      values: { ...stored.values, access_token: token },
      metadata: stored.metadata ?? {},
      freshUntil: (expiresAt?.getTime() ?? Date.now()) - MARGIN_MS,
      renewable: false,
    };
  }

  /** As of any refresh (03 §12.3): not asked again soon, and never once the account is over. */
  private async refused(key: Key, stored: StoredCredentials, thrown: unknown): Promise<InstallationToken> {
    const { kind, cause } = refusalOf(thrown);
    this.pausedUntil.set(key, Date.now() + PAUSE_SECONDS * 1_000);
    if (kind === 'ended') await this.rows.end(stored, cause);
    throw cause;
  }
}

/** GitHub takes names without their owner, who is the installation's: another one's namesake must not slip in. */
function bareNames({ metadata }: StoredCredentials, repositories: readonly string[]): string[] {
  const owner = metadata?.['username'];
  return repositories.flatMap((repository) => {
    const [of = '', name = ''] = repository.split('/');
    return typeof owner === 'string' && of.toLowerCase() === owner.toLowerCase() && name !== '' ? [name] : [];
  });
}
