import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../../kernel/config/configuration.js';
import { Database, type Tx } from '../../../../../kernel/database/database.js';
import { actingPerson } from '../../../../foundation/audit/model/audit-origin.js';
import { authAudit } from '../../../../people/identity/model/auth.audit.js';
import { displayName } from '../../../../people/identity/users/display-name.js';
import { normalizeEmail } from '../../../../people/identity/model/email-address.js';
import {
  type OpenedSession,
  type SessionClient,
  SessionsService,
} from '../../../../people/identity/sessions/sessions.service.js';
import { UsersService } from '../../../../people/identity/users/users.service.js';
import { MappedRoles } from '../../../../people/organizations/mapped-roles.js';
import { SsoIdentities } from '../../../sso-identities/sso-identities.service.js';
import type { UsableConnection } from '../../connections/store/sso-connections.service.js';
import type { AssertedIdentity } from '../sessions/asserted-identity.js';
import { ConnectionUse } from './connection-use.js';
import type { ProvedIdentity } from './proved-identity.js';
import { SsoAdoption } from './sso-adoption.js';
import { type LinkConsent, SsoConsents } from './sso-consents.js';
import { SsoRecognition } from './sso-recognition.js';
import { SsoRefused } from '../refusals/sso-refused.js';
import { SsoSessions } from '../sessions/sso-sessions.js';

export interface SsoEntry {
  client: SessionClient;
  /** The token of the session the browser had. */
  replaces: string | null;
  consent: LinkConsent;
}

const HOUR_MS = 3_600_000;

/** From a proved account at a provider to a session of ours (05 §8.7). */
@Injectable()
export class SsoAccounts {
  private readonly maxAgeMs: number;

  constructor(
    configuration: Configuration,
    private readonly db: Database,
    private readonly recognition: SsoRecognition,
    private readonly consents: SsoConsents,
    private readonly adoption: SsoAdoption,
    private readonly identities: SsoIdentities,
    private readonly connections: ConnectionUse,
    private readonly users: UsersService,
    private readonly mappedRoles: MappedRoles,
    private readonly sessions: SessionsService,
    private readonly ssoSessions: SsoSessions,
  ) {
    this.maxAgeMs = configuration.ssoSessionMaxAgeHours * HOUR_MS;
  }

  /**
   * Everything is decided under the locks of the person and of the organization before anything is written; a refusal
   * undoes the transaction. Throws `SsoRefused`, and `ConfirmationNeeded` for an account that was here before.
   */
  enter(usable: UsableConnection, identity: AssertedIdentity, entry: SsoEntry): Promise<OpenedSession> {
    const email = provedEmail(identity);
    const until = this.endOf(identity);
    const proved: ProvedIdentity = {
      organizationId: usable.organizationId,
      connectionId: usable.connection.id,
      issuer: identity.issuer,
      subject: identity.subject,
      email,
      name: displayName(identity.name ?? ''),
    };
    return this.db.tx(async (tx) => {
      const recognised = await this.recognition.of(tx, proved);
      const consent = await this.consents.ofLink(tx, entry.consent, recognised.person, email);
      const userId = await this.adoption.adopt(tx, proved, recognised, consent);
      return this.open(tx, { usable, identity, proved, userId, until, entry });
    });
  }

  private async open(
    tx: Tx,
    {
      usable,
      identity,
      proved,
      userId,
      until,
      entry,
    }: {
      usable: UsableConnection;
      identity: AssertedIdentity;
      proved: ProvedIdentity;
      userId: string;
      until: Date;
      entry: SsoEntry;
    },
  ): Promise<OpenedSession> {
    const { organizationId, connectionId } = proved;
    await this.identities.use(tx, { ...proved, userId });
    const { externalAuthId } = (await this.users.find(tx, userId))!;
    const { email } = await this.users.recordLogin(tx, userId, {
      externalAuthId,
      name: proved.name,
      emailVerified: false,
    });
    const by = actingPerson(userId, email, 'sso-login');
    await this.connections.note(tx, usable, { userId, email });
    await this.mappedRoles.apply(tx, { organizationId, userIds: [userId], source: 'sso-login' });
    if (entry.replaces !== null) await this.sessions.endByToken(tx, entry.replaces);
    const opened = await this.sessions.open(tx, {
      userId,
      method: 'sso',
      organizationId,
      remember: false,
      until,
      client: entry.client,
    });
    await this.ssoSessions.keep(tx, opened.session.id, connectionId, identity);
    await authAudit.record(tx, { organizationId, by }, 'verify', { method: 'sso', connectionId });
    return opened;
  }

  private endOf({ sessionEndsAt }: AssertedIdentity): Date {
    const now = Date.now();
    if (sessionEndsAt !== null && sessionEndsAt.getTime() <= now)
      throw new SsoRefused('sso_invalid_response', "The provider's session has ended");
    return new Date(Math.min(now + this.maxAgeMs, sessionEndsAt?.getTime() ?? Infinity));
  }
}

/** Before anything is looked up: whose identity nobody vouches for is nobody's. */
function provedEmail({ email, emailVerified }: AssertedIdentity): string {
  const address = normalizeEmail(email ?? '');
  if (address === null) throw new SsoRefused('sso_email_missing', 'No usable e-mail address was asserted');
  if (!emailVerified)
    throw new SsoRefused('sso_email_unverified', 'The provider does not vouch for the address', {
      attempt: { email: address },
    });
  return address;
}
