import { Injectable } from '@nestjs/common';
import { SsoRequirement } from '../../../kernel/access/queries/sso-requirement.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { fromConstraintViolation } from '../../../kernel/errors/constraint-violation.js';
import { actingPerson } from '../../foundation/audit/model/audit-origin.js';
import { authAudit } from '../identity/model/auth.audit.js';
import { AccountClaims } from '../identity/accounts/account-claims.js';
import { normalizeEmail } from '../identity/model/email-address.js';
import { PERSON, type Person } from '../identity/users/person.js';
import { Registration, type RegistrationRefusal } from '../identity/accounts/registration.js';
import {
  type OpenedSession,
  type SessionClient,
  SessionsService,
} from '../identity/sessions/sessions.service.js';
import { UsersService } from '../identity/users/users.service.js';
import type { GoogleProfile } from './google.js';
import { LinkedSignInEntity } from './linked-sign-in.entity.js';
import { type RefusalCode, SignInRefused } from './sign-in-refused.js';
import { identityErrors } from '../identity/model/identity.errors.js';

/** Whose account it is, or why nobody is signed in. */
type Recognition = { user: Person } | { refused: RefusalCode; user: Person | null };

const REFUSED: Readonly<Record<RegistrationRefusal, RefusalCode>> = {
  closed: 'EMAIL_PASSWORD_SIGN_UP_DISABLED',
  'foreign-host': 'INVALID_ORIGIN',
};

/** From a proved Google account to a session of ours (01 §11.3 rule 3, §13.3). */
@Injectable()
export class GoogleAccounts {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly claims: AccountClaims,
    private readonly sessions: SessionsService,
    private readonly registration: Registration,
    private readonly sso: SsoRequirement,
  ) {}

  /** Finds, links or creates the account and opens a session. Throws `SignInRefused`. */
  async signIn(profile: GoogleProfile, client: SessionClient): Promise<OpenedSession> {
    const attempt = () => this.db.tx((tx) => this.enter(tx, profile, client));
    // Somebody registered the address between our look and our insert: the second time it is found.
    const outcome = await attempt().catch((error: unknown) => {
      if (fromConstraintViolation(error)?.definition !== identityErrors.email_taken) throw error;
      return attempt();
    });
    if ('refused' in outcome) throw new SignInRefused(outcome.refused);
    return outcome;
  }

  /** A refusal is committed with its audit row, so it leaves the transaction as a value and not as an error. */
  private async enter(
    tx: Tx,
    profile: GoogleProfile,
    client: SessionClient,
  ): Promise<OpenedSession | { refused: RefusalCode }> {
    const recognition = await this.recognise(tx, profile, client);
    if ('refused' in recognition) {
      const { refused, user } = recognition;
      await this.recordRefusal(tx, user, profile, refused);
      return { refused };
    }
    const { user } = recognition;
    await this.record(tx, user, 'verify', {});
    return this.sessions.open(tx, { userId: user.id, method: 'google', remember: true, client });
  }

  private async recognise(tx: Tx, profile: GoogleProfile, client: SessionClient): Promise<Recognition> {
    // Two first sign-ins of one Google account at once: the second finds what the first linked.
    await tx.lock(`social-sign-in:google:${profile.subject}`);
    const linked = await this.linked(tx, profile.subject);
    if (linked === null) return this.adopt(tx, profile, client);
    if (linked.deactivatedAt !== null) return switchedOff(linked);
    return (await this.mustComeOtherwise(tx, linked.email)) ? needsSso(linked) : { user: linked };
  }

  private async mustComeOtherwise(tx: Tx, email: string): Promise<boolean> {
    return (await this.sso.otherWaysIn(tx, email)) === 'closed';
  }

  /** By the subject alone: its e-mail may have changed since, here or there. */
  private async linked(tx: Tx, subject: string): Promise<Person | null> {
    const [user] = await tx.query<Person>(
      `SELECT ${PERSON} FROM linked_sign_ins l JOIN users u ON u.id = l.user_id
       WHERE l.provider = 'google' AND l.subject = $1 FOR KEY SHARE OF u`,
      [subject],
    );
    return user ?? null;
  }

  /** Links the account of the e-mail, or creates one. Only an address Google vouches for says whose it is. */
  private async adopt(
    tx: Tx,
    { subject, email: told, emailVerified, name }: GoogleProfile,
    client: SessionClient,
  ): Promise<Recognition> {
    const email = normalizeEmail(told ?? '');
    if (email === null) return { refused: 'INVALID_EMAIL', user: null };
    if (!emailVerified) return { refused: 'EMAIL_NOT_VERIFIED', user: null };
    await tx.lock(`social-sign-in:email:${email}`);
    const known = await this.users.findByEmail(tx, email);
    if (known !== null && known.deactivatedAt !== null) return switchedOff(known);
    if (await this.mustComeOtherwise(tx, email)) return needsSso(known);
    if (known === null) {
      const refused = await this.registration.refusal(tx, email, client);
      if (refused !== null) return { refused: REFUSED[refused], user: null };
    }
    const user = known === null ? await this.register(tx, email, name) : await this.claim(tx, known);
    await tx.repository(LinkedSignInEntity).insert({ provider: 'google', subject, userId: user.id });
    return { user };
  }

  private async register(tx: Tx, email: string, name: string | null): Promise<Person> {
    const user = await this.users.create(tx, { email, name, emailVerified: true });
    await this.record(tx, user, 'create', {});
    return user;
  }

  private async claim(tx: Tx, user: Person): Promise<Person> {
    const credentialsEnded = await this.claims.claim(tx, user.id);
    await this.record(tx, user, 'update', { decision: 'link', credentialsEnded });
    return user;
  }

  private record(
    tx: Tx,
    user: Person,
    action: 'create' | 'update' | 'verify',
    metadata: Record<string, unknown>,
  ): Promise<void> {
    return authAudit.record(tx, { by: actingPerson(user.id, user.email) }, action, {
      method: 'google',
      ...metadata,
    });
  }

  private recordRefusal(
    tx: Tx,
    user: Person | null,
    { email }: GoogleProfile,
    refused: RefusalCode,
  ): Promise<void> {
    return authAudit.record(
      tx,
      { by: actingPerson(user?.id ?? null, user?.email ?? normalizeEmail(email ?? '')) },
      'verify',
      { method: 'google', refused },
      'failure',
    );
  }
}

function needsSso(user: Person | null): Recognition {
  return { refused: 'sso_required', user };
}

function switchedOff(user: Person): Recognition {
  return { refused: 'INVALID_EMAIL_OR_PASSWORD', user };
}
