import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../../kernel/database/database.js';
import { AccountClaims } from '../../../../people/identity/accounts/account-claims.js';
import { ClaimImpacts, endsSomething } from '../../../../people/identity/accounts/claim-impacts.js';
import {
  type PasswordCredential,
  PasswordsService,
} from '../../../../people/identity/passwords/passwords.service.js';
import type { Person } from '../../../../people/identity/users/person.js';
import { UsersService } from '../../../../people/identity/users/users.service.js';
import { SsoRefused } from '../refusals/sso-refused.js';

/**
 * What shows that the account belongs to who signs in, beside an address nobody had proved: the session they linked
 * from, the account's password, or nothing, and they have seen what will end.
 */
export type LinkConsent =
  | { kind: 'none' }
  | { kind: 'session'; sessionId: string }
  | { kind: 'password'; credential: PasswordCredential }
  | { kind: 'claim' };

/** The account has to be confirmed first, on a page of its own; nothing is written. */
export class ConfirmationNeeded extends Error {}

/** What becomes of an account that was here before its first single sign-on (R46, 05 §8.7 step 4). */
@Injectable()
export class SsoConsents {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly claims: AccountClaims,
    private readonly impacts: ClaimImpacts,
  ) {}

  /**
   * Whoever links from a profile links that account and no other. A session that ended meanwhile is no consent. Throws
   * `SsoRefused`. The person is locked.
   */
  async ofLink(tx: Tx, consent: LinkConsent, person: Person | null, email: string): Promise<LinkConsent> {
    if (consent.kind !== 'session') return consent;
    const [session] = await tx.query<{ userId: string }>(
      `SELECT user_id AS "userId" FROM user_sessions WHERE id = $1 AND expires_at > now() FOR KEY SHARE`,
      [consent.sessionId],
    );
    if (session === undefined) return { kind: 'none' };
    if (session.userId !== person?.id)
      throw new SsoRefused(
        'sso_link_mismatch',
        'The provider vouches for another account than the one to link',
        {
          attempt: { userId: session.userId, email },
        },
      );
    return consent;
  }

  /** True when what a stranger could know of the account has ended. Throws `ConfirmationNeeded`. The account is locked. */
  async settle(tx: Tx, person: Person, consent: LinkConsent): Promise<boolean> {
    if (person.emailVerified) return false;
    if (await this.isProved(tx, person, consent)) {
      await this.users.markEmailVerified(tx, person.id);
      return false;
    }
    if (consent.kind !== 'claim' && endsSomething(await this.impacts.of(tx, person.id)))
      throw new ConfirmationNeeded();
    return this.claims.claim(tx, person.id);
  }

  private async isProved(tx: Tx, { id }: Person, consent: LinkConsent): Promise<boolean> {
    if (consent.kind === 'session') return true;
    if (consent.kind !== 'password' || consent.credential.userId !== id) return false;
    return (await this.passwords.confirm(tx, consent.credential)) !== null;
  }
}
