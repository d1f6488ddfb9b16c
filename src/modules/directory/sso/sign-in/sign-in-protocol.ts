import { Injectable } from '@nestjs/common';
import type { PostingPage } from './posting-page.js';
import type { UsableConnection } from '../connections/store/sso-connections.service.js';
import type { SsoProtocol } from '../connections/store/sso-connection.entity.js';
import type { SsoSession } from './sessions/sso-sessions.js';
import type { Begun } from './transactions/sso-transactions.js';

/** What a sign-in begins with, besides the connection. */
export interface BeginContext extends Begun {
  /** Who the person says they are; null when nobody said. */
  loginHint: string | null;
}

/** A page has the fields of a request the browser posts. */
export type BegunAt = { redirect: string } | { page: PostingPage };

/** How one kind of connection talks to its provider. Throws `SsoRefused` when it cannot. */
export interface SignInProtocol {
  begin(usable: UsableConnection, context: BeginContext): Promise<BegunAt>;
  /** Where the browser ends the provider's own session too; null where the provider has no such place. */
  logoutUrl(usable: UsableConnection, session: SsoSession): Promise<string | null>;
}

/** Each protocol's module puts its own here. */
@Injectable()
export class SignInProtocols {
  private readonly known = new Map<SsoProtocol, SignInProtocol>();

  register(type: SsoProtocol, protocol: SignInProtocol): void {
    this.known.set(type, protocol);
  }

  of(type: SsoProtocol): SignInProtocol {
    const protocol = this.known.get(type);
    if (protocol === undefined) throw new Error(`Nothing speaks ${type}`);
    return protocol;
  }
}
