import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SessionCookies } from '../../../../kernel/access/sessions/session-cookie.js';
import { PublicUrls } from '../../../../kernel/http/public-urls.js';
import { SessionClients } from '../../../people/identity/sessions/session-clients.js';
import type { UsableConnection } from '../connections/store/sso-connections.service.js';
import type { AssertedIdentity } from './sessions/asserted-identity.js';
import { BrowserBinding } from './browser-binding.js';
import { SsoAccounts } from './accounts/sso-accounts.js';
import { SsoConfirmations } from './transactions/sso-confirmations.js';
import { ConfirmationNeeded, type LinkConsent } from './accounts/sso-consents.js';
import type { TakenTransaction } from './transactions/sso-transactions.js';

/** Where the browser goes on to, with its new session (`Set-Cookie`). */
export interface Landing {
  location: string;
  /** Null where the person has to confirm the account first. */
  cookie: string | null;
}

interface SignInContext extends Pick<TakenTransaction, 'returnTo' | 'linkSessionId'> {
  request: FastifyRequest;
}

/** The end of every sign-in, whatever the protocol. */
@Injectable()
export class SsoSignIn {
  constructor(
    private readonly accounts: SsoAccounts,
    private readonly confirmations: SsoConfirmations,
    private readonly browsers: BrowserBinding,
    private readonly cookies: SessionCookies,
    private readonly clients: SessionClients,
    private readonly urls: PublicUrls,
  ) {}

  /** From a verified answer of the provider to a session (05 §8.7). Throws `SsoRefused`. */
  async complete(
    usable: UsableConnection,
    identity: AssertedIdentity,
    { request, returnTo, linkSessionId }: SignInContext,
  ): Promise<Landing> {
    const consent: LinkConsent =
      linkSessionId === null ? { kind: 'none' } : { kind: 'session', sessionId: linkSessionId };
    try {
      const { token } = await this.accounts.enter(usable, identity, {
        client: this.clients.of(request),
        // Linking ends nothing, the session it began from neither.
        replaces: linkSessionId === null ? this.cookies.read(request) : null,
        consent,
      });
      return {
        location: this.urls.dashboard(request) + returnTo,
        cookie: this.cookies.issued(token, { persistent: false }),
      };
    } catch (error) {
      const browser = this.browsers.read(request);
      if (!(error instanceof ConfirmationNeeded) || browser === null) throw error;
      const { id: connectionId } = usable.connection;
      const confirm = await this.confirmations.park({ connectionId, identity, returnTo }, browser);
      // Of our own origin also where a dashboard is elsewhere: the browser's cookie is ours.
      return { location: `${this.urls.api(request)}/auth/sso-confirm?confirm=${confirm}`, cookie: null };
    }
  }
}
