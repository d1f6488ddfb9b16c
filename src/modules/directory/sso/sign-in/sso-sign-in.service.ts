import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SessionCookies } from '../../../../kernel/access/session-cookie.js';
import { PublicUrls } from '../../../../kernel/http/public-urls.js';
import { SessionClients } from '../../../people/identity/session-clients.js';
import type { UsableConnection } from '../connections/sso-connections.service.js';
import type { AssertedIdentity } from './asserted-identity.js';
import { SsoAccounts } from './sso-accounts.js';

/** Where the browser goes on to, with its new session (`Set-Cookie`). */
export interface Landing {
  location: string;
  cookie: string;
}

/** The end of every sign-in, whatever the protocol. */
@Injectable()
export class SsoSignIn {
  constructor(
    private readonly accounts: SsoAccounts,
    private readonly cookies: SessionCookies,
    private readonly clients: SessionClients,
    private readonly urls: PublicUrls,
  ) {}

  /** From a verified answer of the provider to a session (05 §8.7). Throws `SsoRefused`. */
  async complete(
    usable: UsableConnection,
    identity: AssertedIdentity,
    { request, returnTo }: { request: FastifyRequest; returnTo: string },
  ): Promise<Landing> {
    const { token } = await this.accounts.enter(usable, identity, {
      client: this.clients.of(request),
      replaces: this.cookies.read(request),
    });
    return {
      location: this.urls.dashboard(request) + returnTo,
      cookie: this.cookies.issued(token, { persistent: false }),
    };
  }
}
