import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { type Queryable, RunAgain, type Store, type Tx } from '../../../../kernel/database/database.js';
import { isPlaceholder } from '../../organizations/placeholders.js';
import { PERSON, type Person } from './person.js';
import { madeAhead } from './unclaimed-account.js';
import { UserEntity } from './user.entity.js';

export interface NewUser {
  email: string;
  name: string | null;
  /** The identity of 01 §3.5; minted for self-hosted accounts when left out. */
  externalAuthId?: string;
  emailVerified: boolean;
}

/** `foreign`: nobody has an account yet, but the request may come from a page that only borrows our address. */
export type FirstAccount = 'taken' | 'free' | 'foreign';

const FIRST_ACCOUNT_LOCK = 'identity:first-account';

/** User rows: who exists, under which identity and name. */
@Injectable()
export class UsersService {
  /** Creates the account; a taken e-mail violates its unique constraint, also for the loser of a race. */
  async create(tx: Tx, user: NewUser): Promise<Person> {
    const [person] = await tx.query<Person>(
      `INSERT INTO users AS u (email, name, external_auth_id, email_verified)
       VALUES ($1, $2, $3, $4) RETURNING ${PERSON}`,
      [user.email, user.name, user.externalAuthId ?? `cg:${randomUUID()}`, user.emailVerified],
    );
    return person!;
  }

  /**
   * The account of the address, made without any way to sign in when there is none, by an organization's directory or
   * by nobody's (05 §2.9, 07 A12.2). Of two who make it at once
   * one does, and the other finds it.
   */
  async ensureFor(
    tx: Tx,
    organizationId: string | null,
    { email, name }: Pick<NewUser, 'email' | 'name'>,
  ): Promise<{ person: Person; created: boolean }> {
    const [created] = await tx.query<Person>(
      `INSERT INTO users AS u (email, name, external_auth_id, email_verified, created_by_organization_id)
       VALUES ($1, $2, $3, false, $4) ON CONFLICT (email) DO NOTHING RETURNING ${PERSON}`,
      [email, name, `cg:${randomUUID()}`, organizationId],
    );
    if (created) return { person: created, created: true };
    const person = await this.findByEmail(tx, email);
    if (person === null) throw new RunAgain('The account was deleted while it was being looked up');
    return { person, created: false };
  }

  /** Nobody signs in as the person until the same organization says otherwise. */
  async deactivate(tx: Tx, userId: string, organizationId: string): Promise<void> {
    await tx
      .repository(UserEntity)
      .update(
        { id: userId, deactivatedAt: IsNull() },
        { deactivatedAt: () => 'now()', deactivatedByOrganizationId: organizationId },
      );
  }

  /** Null where the organization has not switched the person off. */
  async reactivate(tx: Tx, userId: string, organizationId: string): Promise<Person | null> {
    const [person] = await tx.query<Person>(
      `UPDATE users u SET deactivated_at = NULL, deactivated_by_organization_id = NULL
       WHERE u.id = $1 AND u.deactivated_by_organization_id = $2 RETURNING ${PERSON}`,
      [userId, organizationId],
    );
    return person ?? null;
  }

  /** Of an organization that goes away: no one else could say otherwise afterwards (R39.2). */
  async reactivateAll(tx: Tx, organizationId: string): Promise<void> {
    await tx
      .repository(UserEntity)
      .update(
        { deactivatedByOrganizationId: organizationId },
        { deactivatedAt: null, deactivatedByOrganizationId: null },
      );
  }

  find(store: Store, userId: string): Promise<Person | null> {
    return store.repository(UserEntity).findOneBy({ id: userId });
  }

  /** Null for nobody. The next sign-in fills an empty name only, so this one stays. */
  async rename(tx: Tx, userId: string, name: string): Promise<Person | null> {
    const [person] = await tx.query<Person>(
      `UPDATE users u SET name = $2, updated_at = now() WHERE u.id = $1 RETURNING ${PERSON}`,
      [userId, name],
    );
    return person ?? null;
  }

  /** What a directory says they are called; null for nothing. */
  async setName(tx: Tx, userId: string, name: string | null): Promise<void> {
    await tx.repository(UserEntity).update({ id: userId }, { name, updatedAt: () => 'now()' });
  }

  /** The address is free, and whoever asks may decide that it is the person's. */
  async changeEmail(tx: Tx, userId: string, email: string): Promise<void> {
    await tx.repository(UserEntity).update({ id: userId }, { email, updatedAt: () => 'now()' });
  }

  findByEmail(store: Store, email: string): Promise<Person | null> {
    return store.repository(UserEntity).findOneBy({ email });
  }

  findByIdentity(store: Store, externalAuthId: string): Promise<Person | null> {
    return store.repository(UserEntity).findOneBy({ externalAuthId });
  }

  /**
   * The person, until the transaction ends the same and there; null when gone. Whoever gives a person an
   * organization of their own locks them first, so that what they own can be counted.
   */
  lock(tx: Tx, userId: string): Promise<Person | null> {
    return tx.repository(UserEntity).findOne({ where: { id: userId }, lock: { mode: 'for_no_key_update' } });
  }

  /** Notes a sign-in. `identity` relinks the account; the name is filled only when empty (01 §12.3). */
  async recordLogin(
    tx: Tx,
    userId: string,
    login: { externalAuthId: string; name: string | null; emailVerified: boolean },
  ): Promise<Person> {
    const [person] = await tx.query<Person>(
      `UPDATE users u
       SET external_auth_id = $2, name = coalesce(nullif(u.name, ''), $3),
         email_verified = u.email_verified OR $4, last_login_at = now(), updated_at = now()
       WHERE u.id = $1 RETURNING ${PERSON}`,
      [userId, login.externalAuthId, login.name, login.emailVerified],
    );
    return person!;
  }

  /**
   * Notes that somebody enters the account by the single sign-on of an organization, by the identity providers that
   * a token names, or else on their own; kept for accounts that a directory made, where it was not the single sign-on
   * of its organization (R39.1). Of several providers that a token names any may have been the one used.
   */
  async noteEntry(
    tx: Tx,
    userId: string,
    { organizationId, providers = [] }: { organizationId?: string; providers?: readonly string[] },
  ): Promise<void> {
    await tx.query(
      `UPDATE users u SET independent_entry_at = now()
       WHERE u.id = $1 AND u.independent_entry_at IS NULL AND u.created_by_organization_id <> coalesce($2, '')
         AND NOT EXISTS (
           SELECT 1 FROM sso_settings s WHERE s.organization_id = u.created_by_organization_id
             AND cardinality($3::text[]) > 0 AND s.provider_name = ALL($3::text[]))`,
      [userId, organizationId ?? null, providers],
    );
  }

  /**
   * Keeps anything that refers to the person from appearing until the transaction ends; false when they are gone. For
   * who is about to delete them: all that refers to them already has committed and can be looked at.
   */
  async lockAlone(tx: Tx, userId: string): Promise<boolean> {
    const rows = await tx.query(`SELECT 1 FROM users WHERE id = $1 FOR UPDATE`, [userId]);
    return rows.length === 1;
  }

  /** What is theirs goes along by foreign keys; what they made for others stays without its author. */
  async delete(tx: Tx, userId: string): Promise<void> {
    await tx.repository(UserEntity).delete({ id: userId });
  }

  /** Accounts nobody has claimed exist for one organization and go with it (05 §11, 07 A7). */
  async deletePlaceholders(tx: Tx, organizationId: string): Promise<void> {
    await tx.query(
      `DELETE FROM users u USING memberships m
       WHERE m.organization_id = $1 AND m.user_id = u.id AND ${isPlaceholder('u.email')}`,
      [organizationId],
    );
  }

  async markEmailVerified(tx: Tx, userId: string): Promise<void> {
    await tx.repository(UserEntity).update({ id: userId }, { emailVerified: true, updatedAt: () => 'now()' });
  }

  /** The person has set something up by now; the first time counts. */
  async completeOnboarding(tx: Tx, userId: string): Promise<void> {
    await tx
      .repository(UserEntity)
      .update({ id: userId, onboardingCompletedAt: IsNull() }, { onboardingCompletedAt: () => 'now()' });
  }

  /** Accounts that somebody made ahead of people do not count: a server with no other has not been set up (ADR 97). */
  async noneExists(q: Queryable): Promise<boolean> {
    const found = await q.query(`SELECT 1 FROM users u WHERE NOT ${madeAhead('u')} LIMIT 1`);
    return found.length === 0;
  }

  /**
   * Whether the account about to be created in `tx` is the deployment's first. Everybody who may create
   * it passes the same lock and looks again, so exactly one of several concurrent attempts hears `free`.
   */
  async claimFirstAccount(tx: Tx, { byOwnName }: { byOwnName: boolean }): Promise<FirstAccount> {
    if (!(await this.noneExists(tx))) return 'taken';
    if (!byOwnName) return 'foreign';
    await tx.lock(FIRST_ACCOUNT_LOCK);
    return (await this.noneExists(tx)) ? 'free' : 'taken';
  }
}
