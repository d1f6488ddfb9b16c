import { Injectable } from '@nestjs/common';
import type { InstallDescription } from '../../../domain/decision/catalog/model/connection-model.js';
import { readyRequest } from '../../../domain/decision/catalog/described-request.js';
import { valueIn } from '../../../domain/decision/catalog/template.js';
import { momentAt, tokenAt } from '../../../domain/decision/catalog/token-answer.js';
import { UnusableKeyError } from '../../../kernel/crypto/rsa-private-key.js';
import type { StoredCredentials } from '../connections/credential-rows.js';
import { githubAppJwt } from './github-app-jwt.js';
import { REFRESH_TIMEOUT_MS, type Renewal } from './refresh-strategy.js';
import { TokenTrade, TradeFailed } from './token-trade.js';

const NOT_FOUND = 404;
const GONE = 410;

/** A token of an installation of a GitHub App. */
export interface InstallationToken {
  readonly token: string;
  /** Null when GitHub did not say, which it does. */
  readonly expiresAt: Date | null;
}

/** Trades the key of a GitHub App for tokens of an installation (03 §12.3). */
@Injectable()
export class InstallationTokens {
  constructor(private readonly trade: TokenTrade) {}

  async renew(stored: StoredCredentials, install: InstallDescription): Promise<Renewal> {
    try {
      const { token, expiresAt } = await this.mint(stored, install);
      return { kind: 'renewed', values: { ...stored.values, access_token: token }, expiresAt };
    } catch (cause) {
      return refusalOf(cause);
    }
  }

  /**
   * `repositories`: bare names of the installation's owner, to which the token is limited; absent: all it has.
   * @throws TradeFailed, UnusableKeyError
   */
  async mint(
    { values }: Pick<StoredCredentials, 'values'>,
    { token: call, headers }: InstallDescription,
    repositories?: readonly string[],
  ): Promise<InstallationToken> {
    const limited = repositories === undefined ? {} : { bodyType: 'json' as const, body: { repositories } };
    const appToken = await githubAppJwt(
      valueIn(values, 'app_id') ?? '',
      valueIn(values, 'private_key') ?? '',
    );
    const ready = readyRequest(
      { ...call, ...limited, headers, auth: 'bearer' },
      { installation_id: valueIn(values, 'installation_id'), access_token: appToken },
    );
    const answer = await this.trade.ask(ready, { milliseconds: REFRESH_TIMEOUT_MS });
    const token = tokenAt(answer, 'token');
    if (token === null) throw new TradeFailed('tokenless');
    return { token, expiresAt: momentAt(answer, 'expires_at', new Date()) };
  }
}

/** What no token means for the account. Throws what is not about it. */
export function refusalOf(cause: unknown): Exclude<Renewal, { kind: 'renewed' }> {
  if (cause instanceof UnusableKeyError) return { kind: 'ended', cause };
  if (!(cause instanceof TradeFailed)) throw cause;
  // The installation was removed; one that is only suspended is there.
  const ended = cause.fault === 'refused' && (cause.status === NOT_FOUND || cause.status === GONE);
  return { kind: ended ? 'ended' : 'failed', cause };
}
