import { Injectable, Logger } from '@nestjs/common';
import type { ActiveSession } from '../../../../kernel/access/queries/active-session.js';
import { SessionEndings } from '../../../people/identity/sessions/session-endings.service.js';
import { SsoConnections } from '../connections/store/sso-connections.service.js';
import { SignInProtocols } from './sign-in-protocol.js';
import { type KeptSession, SsoSessions } from './sessions/sso-sessions.js';

/** Logging out here, and where that is done at the provider (05 §8.6 rule 9). */
@Injectable()
export class SsoLogout {
  private readonly log = new Logger(SsoLogout.name);

  constructor(
    private readonly endings: SessionEndings,
    private readonly sessions: SsoSessions,
    private readonly connections: SsoConnections,
    private readonly protocols: SignInProtocols,
  ) {}

  /**
   * Ends the session here, and says where the browser ends the provider's; null where it cannot. On Cloud sessions are
   * the issuer's, and nothing of them is kept here.
   */
  async end({ userId, email, sessionId, stored }: ActiveSession): Promise<string | null> {
    if (stored === null) return null;
    const session = await this.sessions.find(sessionId);
    await this.endings.signOut({ userId, email, sessionId });
    try {
      return session && (await this.elsewhere(session));
    } catch (error) {
      const { name, message } = error as Error;
      this.log.warn(
        { error: name, reason: message },
        'logout URL of the identity provider could not be read',
      );
      return null;
    }
  }

  private async elsewhere(session: KeptSession): Promise<string | null> {
    const usable = await this.connections.byId(session.connectionId);
    return usable && this.protocols.of(usable.connection.type).logoutUrl(usable, session);
  }
}
