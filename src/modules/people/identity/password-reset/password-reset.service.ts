import { Injectable } from '@nestjs/common';
import { randomHex, sha256 } from '../../../../kernel/crypto/tokens.js';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { actingPerson } from '../../../foundation/audit/model/audit-origin.js';
import { authAudit } from '../model/auth.audit.js';
import { MailService } from '../../../foundation/mail/mail.service.js';
import { AccountClaims } from '../accounts/account-claims.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { PasswordResetTokenEntity } from '../passwords/password-reset-token.entity.js';
import { passwordResetMail } from './password-reset-mail.js';
import { unclaimedAccount } from '../users/unclaimed-account.js';
import { assertNewPassword } from '../model/password-rules.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersService } from '../users/users.service.js';
import { identityErrors } from '../model/identity.errors.js';

const TOKEN_PATTERN = /^[0-9a-f]{64}$/;
const HOUR_MS = 3_600_000;
const SETUP_MS = 7 * 24 * HOUR_MS;

interface ResetSubject {
  userId: string;
  email: string;
}

interface ResetToken {
  token: string;
  expiresAt: Date;
}

/** A setup link opens an account that nobody else has a part in, also when it is used (ADR 91). */
const LIVE_TOKEN = `t.token_hash = $1 AND t.expires_at > now() AND u.deactivated_at IS NULL
  AND (NOT t.setup OR ${unclaimedAccount('u')})`;

/** Reset links: one live token per account, one hour, single use, stored as a hash (01 §11.3). */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionsService,
    private readonly claims: AccountClaims,
    private readonly mail: MailService,
  ) {}

  /** Mails a link to the account of the address, if there is one that can be entered. */
  async send(email: string, dashboardUrl: string): Promise<void> {
    await this.db.tx(async (tx) => {
      const user = await this.users.findByEmail(tx, email);
      if (user === null || user.deactivatedAt !== null) return;
      const { token, expiresAt } = await this.issue(tx, user.id, { setup: false });
      const link = `${dashboardUrl}/auth/reset-password?token=${token}`;
      await this.mail.enqueue(tx, user.id, passwordResetMail(user, link, expiresAt));
      await this.record(tx, { userId: user.id, email: user.email }, { password: 'reset-requested' });
    });
  }

  /**
   * Sets the password, ends every session of the person and marks the address verified. Whoever holds the mailbox is
   * the first to prove a never verified address: what was made with the account before ends too (R28).
   */
  async reset(token: string, newPassword: string): Promise<ResetSubject> {
    assertNewPassword(newPassword);
    if (!(await this.isLive(token))) throw new AppError(identityErrors.invalid_token);
    const hash = await this.hasher.hash(newPassword);
    return this.db.tx(async (tx) => {
      const subject = await this.consume(tx, token);
      if (subject === null) throw new AppError(identityErrors.invalid_token);
      const credentialsEnded = await this.claims.claim(tx, subject.userId);
      await this.passwords.store(tx, subject.userId, hash);
      await this.sessions.endAll(tx, subject.userId);
      await this.record(tx, subject, { password: 'reset', credentialsEnded });
      return subject;
    });
  }

  /**
   * The token of a link that gives the account its first password (07 A12.3), in place of any earlier one; null for an
   * account that could not be made anew (ADR 91).
   */
  async setUp(tx: Tx, userId: string): Promise<ResetToken | null> {
    const untouched = await tx.query(`SELECT 1 FROM users u WHERE u.id = $1 AND ${unclaimedAccount('u')}`, [
      userId,
    ]);
    return untouched.length === 0 ? null : this.issue(tx, userId, { setup: true });
  }

  /** Ends the setup link of an account, if one is under way. */
  async cancelSetUp(tx: Tx, userId: string): Promise<void> {
    await tx.repository(PasswordResetTokenEntity).delete({ userId, setup: true });
  }

  /** Links under way went to an address that is not the person's any more. */
  async cancel(tx: Tx, userId: string): Promise<void> {
    await tx.repository(PasswordResetTokenEntity).delete({ userId });
  }

  private async record(
    tx: Tx,
    { userId, email }: ResetSubject,
    metadata: { password: string; credentialsEnded?: boolean },
  ): Promise<void> {
    await authAudit.record(tx, { by: actingPerson(userId, email) }, 'update', metadata);
  }

  /** A new token takes the place of the older one. */
  private async issue(tx: Tx, userId: string, { setup }: { setup: boolean }): Promise<ResetToken> {
    const token = randomHex(32);
    const expiresAt = new Date(Date.now() + (setup ? SETUP_MS : HOUR_MS));
    await tx.query(
      `INSERT INTO password_reset_tokens (user_id, token_hash, expires_at, setup) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at,
         setup = excluded.setup, created_at = now()`,
      [userId, sha256(token), expiresAt, setup],
    );
    return { token, expiresAt };
  }

  /** Looked at before the expensive hash, so that guesses stay cheap for the server. */
  private async isLive(token: string): Promise<boolean> {
    if (!TOKEN_PATTERN.test(token)) return false;
    const rows = await this.db.query(
      `SELECT 1 FROM password_reset_tokens t JOIN users u ON u.id = t.user_id WHERE ${LIVE_TOKEN}`,
      [sha256(token)],
    );
    return rows.length === 1;
  }

  /** Deletes the token; of two uses at once only one gets the row. */
  private async consume(tx: Tx, token: string): Promise<ResetSubject | null> {
    const [subject] = await tx.query<ResetSubject>(
      `DELETE FROM password_reset_tokens t USING users u WHERE u.id = t.user_id AND ${LIVE_TOKEN}
       RETURNING t.user_id AS "userId", u.email`,
      [sha256(token)],
    );
    return subject ?? null;
  }
}
