import { SsoRequirement } from '../../../../kernel/access/queries/sso-requirement.js';
import { platformErrors } from '../../../../kernel/errors/platform-errors.js';
import type { ErrorDefinition } from '../../../../kernel/errors/error-definition.js';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { actingPerson } from '../../../foundation/audit/model/audit-origin.js';
import { authAudit } from '../model/auth.audit.js';
import { normalizeEmail } from '../model/email-address.js';
import { PasswordGuesses } from '../passwords/password-guesses.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { assertNewPassword } from '../model/password-rules.js';
import { type PasswordCredential, PasswordsService } from '../passwords/passwords.service.js';
import type { Person } from '../users/person.js';
import { Registration, type RegistrationRefusal } from './registration.js';
import { type OpenedSession, type SessionClient, SessionsService } from '../sessions/sessions.service.js';
import { UsersService } from '../users/users.service.js';
import { identityErrors } from '../model/identity.errors.js';

export interface SignedIn {
  user: Person;
  opened: OpenedSession;
}

export interface PasswordAccount {
  email: string;
  name: string | null;
  passwordHash: string;
}

const REGISTRATION_ERRORS: Readonly<Record<RegistrationRefusal, ErrorDefinition>> = {
  closed: identityErrors.email_password_sign_up_disabled,
  'foreign-host': platformErrors.invalid_origin,
};

/** Accounts with e-mail and password: created at sign-up, proved at sign-in (01 §11.3). */
@Injectable()
export class AccountsService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly hasher: PasswordHasher,
    private readonly guesses: PasswordGuesses,
    private readonly sessions: SessionsService,
    private readonly registration: Registration,
    private readonly sso: SsoRequirement,
  ) {}

  /** Creates an account and opens its first session. No organization yet: session sync makes it (01 §12). */
  async signUp(
    request: { name: string; email: string; password: string; claimToken?: string },
    client: SessionClient,
  ): Promise<SignedIn> {
    const email = validEmail(request.email);
    if ((await this.sso.otherWaysIn(this.db, email)) !== 'open')
      throw new AppError(platformErrors.auth_sso_required);
    assertNewPassword(request.password);
    const passwordHash = await this.hasher.hash(request.password);
    return this.db.tx(async (tx) => {
      const refused = await this.registration.refusal(tx, email, client, request.claimToken ?? null);
      if (refused !== null) throw new AppError(REGISTRATION_ERRORS[refused]);
      const user = await this.create(tx, { email, name: request.name, passwordHash });
      const opened = await this.sessions.open(tx, {
        userId: user.id,
        method: 'password',
        remember: true,
        client,
      });
      return { user, opened };
    });
  }

  /** Creates the account with its password, whoever was allowed to ask for it. */
  async create(tx: Tx, account: PasswordAccount): Promise<Person> {
    const { email, name, passwordHash } = account;
    const user = await this.users.create(tx, { email, name, emailVerified: false });
    await this.passwords.store(tx, user.id, passwordHash);
    await authAudit.record(tx, { by: actingPerson(user.id, user.email) }, 'create', { method: 'password' });
    return user;
  }

  /**
   * Opens a session; unknown e-mail, wrong password and switched-off account are one answer, and so is whatever is
   * tried with an address that has to come by single sign-on, but for the right password of an exempt person (R36.4).
   */
  async signIn(
    request: { email: string; password: string; remember: boolean; device: string | null },
    client: SessionClient,
  ): Promise<SignedIn> {
    const email = validEmail(request.email);
    const guess = await this.guesses.begin(email, request.device);
    const waysIn = await this.sso.otherWaysIn(this.db, email);
    const credential = await this.passwords.find(email);
    const matches = await this.hasher.verify(credential?.passwordHash ?? null, request.password);
    if (credential !== null && matches && waysIn !== 'closed') {
      await guess.requireRoom();
      const opened = await this.db.tx((tx) => this.openProved(tx, credential, request.remember, client));
      if (opened !== null) return opened;
    }
    await this.auditRefusal(email, credential?.userId ?? null);
    await guess.failed();
    throw new AppError(
      waysIn === 'open' ? identityErrors.invalid_email_or_password : platformErrors.auth_sso_required,
    );
  }

  /**
   * The row locked here is the one a password reset replaces: a sign-in with the old password either
   * commits before it, and its session is deleted, or finds another hash.
   */
  private async openProved(
    tx: Tx,
    credential: PasswordCredential,
    remember: boolean,
    client: SessionClient,
  ): Promise<SignedIn | null> {
    const user = await this.passwords.confirm(tx, credential);
    if (user === null || user.deactivatedAt !== null) return null;
    const opened = await this.sessions.open(tx, { userId: user.id, method: 'password', remember, client });
    await authAudit.record(tx, { by: actingPerson(user.id, user.email) }, 'verify', { method: 'password' });
    return { user, opened };
  }

  /** Written for unknown addresses too: the extra statement must not tell which of them have an account. */
  private async auditRefusal(email: string, userId: string | null): Promise<void> {
    await this.db.tx((tx) =>
      authAudit.record(tx, { by: actingPerson(userId, email) }, 'verify', { method: 'password' }, 'failure'),
    );
  }
}

function validEmail(text: string): string {
  const email = normalizeEmail(text);
  if (email === null) throw new AppError(identityErrors.invalid_email);
  return email;
}
