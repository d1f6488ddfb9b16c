import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { actingPerson } from '../../../foundation/audit/model/audit-origin.js';
import { authAudit } from '../model/auth.audit.js';
import { PasswordHasher } from './password-hasher.js';
import { assertNewPassword } from '../model/password-rules.js';
import { PERSON, type Person } from '../users/person.js';
import { type OpenedSession, type SessionHolder, SessionsService } from '../sessions/sessions.service.js';
import { PasswordResetTokenEntity } from './password-reset-token.entity.js';
import { UserPasswordEntity } from './user-password.entity.js';
import { identityErrors } from '../model/identity.errors.js';
import { platformErrors } from '../../../../kernel/errors/platform-errors.js';

export type PasswordCredential = Pick<UserPasswordEntity, 'userId' | 'passwordHash'>;

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  revokeOtherSessions: boolean;
}

/** Passwords of accounts: stored as argon2id hashes, looked up by e-mail, changed by their owner. */
@Injectable()
export class PasswordsService {
  constructor(
    private readonly db: Database,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionsService,
  ) {}

  async find(email: string): Promise<PasswordCredential | null> {
    const [row] = await this.db.query<PasswordCredential>(
      `SELECT ${selection(UserPasswordEntity, ['userId', 'passwordHash'], 'p')}
       FROM users u JOIN user_passwords p ON p.user_id = u.id WHERE u.email = $1`,
      [email],
    );
    return row ?? null;
  }

  /** The person, if the hash is still theirs; the row stays locked against a change until `tx` ends. */
  async confirm(tx: Tx, { userId, passwordHash }: PasswordCredential): Promise<Person | null> {
    const [user] = await tx.query<Person>(
      `SELECT ${PERSON} FROM user_passwords p JOIN users u ON u.id = p.user_id
       WHERE p.user_id = $1 AND p.password_hash = $2 FOR SHARE OF p`,
      [userId, passwordHash],
    );
    return user ?? null;
  }

  /** Sets the password, whether or not there was one; a reset link still on its way is void. */
  async store(tx: Tx, userId: string, passwordHash: string): Promise<void> {
    await tx.query(
      `INSERT INTO user_passwords (user_id, password_hash) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, updated_at = now()`,
      [userId, passwordHash],
    );
    await this.removeLink(tx, userId);
  }

  /** Leaves the account without a password, and whoever holds a reset or setup link of it with nothing. */
  async remove(tx: Tx, userId: string): Promise<void> {
    await tx.repository(UserPasswordEntity).delete({ userId });
    await this.removeLink(tx, userId);
  }

  /**
   * Changes the password of a signed-in person. With `revokeOtherSessions` every other session ends and
   * the current one gets a new token, which is returned; else null.
   */
  async change(holder: SessionHolder, change: PasswordChange): Promise<OpenedSession | null> {
    assertNewPassword(change.newPassword);
    const credential = await this.find(holder.email);
    if (credential === null) throw new AppError(identityErrors.credential_account_not_found);
    if (!(await this.hasher.verify(credential.passwordHash, change.currentPassword))) {
      await this.db.tx((tx) => this.auditChange(tx, holder, 'failure'));
      throw new AppError(identityErrors.invalid_password);
    }
    const passwordHash = await this.hasher.hash(change.newPassword);
    return this.db.tx(async (tx) => {
      await this.replace(tx, credential, passwordHash);
      await this.auditChange(tx, holder, 'success');
      if (!change.revokeOtherSessions) return null;
      await this.sessions.endOthers(tx, holder);
      const rotated = await this.sessions.rotate(tx, holder.sessionId);
      if (rotated === null) throw new AppError(platformErrors.unauthorized);
      return rotated;
    });
  }

  /** Of two changes with the same current password one wins; the other's proof is no longer true. */
  private async replace(tx: Tx, proved: PasswordCredential, passwordHash: string): Promise<void> {
    const { affected } = await tx
      .repository(UserPasswordEntity)
      .update(proved, { passwordHash, updatedAt: () => 'now()' });
    if (affected !== 1) throw new AppError(identityErrors.invalid_password);
    await this.removeLink(tx, proved.userId);
  }

  private async removeLink(tx: Tx, userId: string): Promise<void> {
    await tx.repository(PasswordResetTokenEntity).delete({ userId });
  }

  private async auditChange(tx: Tx, holder: SessionHolder, status: 'success' | 'failure'): Promise<void> {
    await authAudit.record(
      tx,
      { by: actingPerson(holder.userId, holder.email) },
      'update',
      { password: 'change' },
      status,
    );
  }
}
