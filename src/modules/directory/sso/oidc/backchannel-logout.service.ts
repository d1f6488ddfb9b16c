import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { SsoConnections, type UsableConnection } from '../connections/store/sso-connections.service.js';
import { SeenOnce } from '../sign-in/sessions/seen-once.js';
import { SsoSessions } from '../sign-in/sessions/sso-sessions.js';
import { oidcErrors } from './oidc.errors.js';
import { OpenIdProviders } from './openid-providers.js';
import { ProviderKeys } from './provider-keys.js';
import { judgeLogoutToken, type LogoutClaims } from './token-judge.js';

/** A token older than ten minutes and the skew is refused for its age, so its id need not be known longer. */
const REMEMBERED_MS = 15 * 60_000;

/** Providers that tell of a logout themselves (OpenID Connect Back-Channel Logout 1.0). */
@Injectable()
export class BackchannelLogout {
  private readonly log = new Logger(BackchannelLogout.name);

  constructor(
    private readonly connections: SsoConnections,
    private readonly providers: OpenIdProviders,
    private readonly keys: ProviderKeys,
    private readonly seen: SeenOnce,
    private readonly sessions: SsoSessions,
  ) {}

  /** Throws `logout_token_refused`, whatever is wrong with it. */
  async accept(providerName: string, token: string): Promise<void> {
    const usable = await this.connections.byProvider(providerName);
    if (usable?.connection.type !== 'oidc') throw new AppError(oidcErrors.logout_token_refused);
    const issuer = usable.connection.issuer!;
    const { subject, providerSessionId, tokenId } = await this.judge(usable, token);
    const until = new Date(Date.now() + REMEMBERED_MS);
    if (!(await this.seen.once(issuer, `logout ${tokenId}`, until)))
      throw new AppError(oidcErrors.logout_token_refused);
    await this.sessions.end(usable.connection.id, { issuer, subject, providerSessionId });
  }

  private async judge(usable: UsableConnection, token: string): Promise<LogoutClaims> {
    const { issuer, clientId } = usable.connection;
    try {
      const keys = this.keys.at((await this.providers.of(usable)).jwks_uri);
      return await judgeLogoutToken(token, { issuer: issuer!, clientId: clientId!, keys });
    } catch (cause) {
      const { name, code } = cause as Error & { code?: string };
      this.log.log({ provider: usable.providerName, error: name, code }, 'logout token was refused');
      throw new AppError(oidcErrors.logout_token_refused, { cause });
    }
  }
}
