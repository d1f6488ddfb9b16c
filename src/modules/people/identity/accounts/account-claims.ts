import { Injectable, Logger } from '@nestjs/common';
import type { Tx } from '../../../../kernel/database/database.js';
import { PublicUrls } from '../../../../kernel/http/public-urls.js';
import { ApiKeysService } from '../../../foundation/api-keys/api-keys.service.js';
import { actingPerson } from '../../../foundation/audit/model/audit-origin.js';
import { MailService } from '../../../foundation/mail/mail.service.js';
import { lockSoleMemberships } from '../../organizations/single-organization-members.js';
import { accountClaimedMail } from './account-claimed-mail.js';
import { authAudit } from '../model/auth.audit.js';
import { type ClaimImpact, ClaimImpacts, endsSomething } from './claim-impacts.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import type { Person } from '../users/person.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersService } from '../users/users.service.js';

export interface AccountClaim {
  user: Person;
  /** Where the account is the only member, so that whatever waits there was made with it. */
  organizationIds: readonly string[];
}

/** Ends what a stranger could go on with; in the transaction of the claim, whose organizations are locked. */
export type ClaimEnding = (tx: Tx, claim: AccountClaim) => Promise<void>;

/**
 * The one who proves an e-mail address takes over the account made under it (R28, 01 §11.3 rule 3). Nobody had proved
 * the address before, so a stranger may have made the account, and knows whatever it was shown. All that acts as the
 * person ends here; modules above register what else a stranger could keep, like tokens of agents (ADR 29).
 */
@Injectable()
export class AccountClaims {
  private readonly log = new Logger(AccountClaims.name);
  private readonly endings: ClaimEnding[] = [];

  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
    private readonly impacts: ClaimImpacts,
    private readonly mail: MailService,
    private readonly urls: PublicUrls,
  ) {}

  register(ending: ClaimEnding): void {
    this.endings.push(ending);
  }

  /** Marks the address proved; true when it was not before and everything of the account has ended. */
  async claim(tx: Tx, userId: string): Promise<boolean> {
    // Organizations before the person, like everybody who admits somebody (ADR 13).
    const organizationIds = await lockSoleMemberships(tx, userId);
    const user = await this.users.lock(tx, userId);
    if (user === null || user.emailVerified) return false;
    const impact = await this.impacts.of(tx, user.id);
    // The password first: a sign-in that proved it is waited for, and its session found.
    await this.passwords.remove(tx, user.id);
    await this.sessions.endAll(tx, user.id);
    await this.apiKeys.revokeAllOf(tx, user.id);
    for (const end of this.endings) await end(tx, { user, organizationIds });
    await this.users.markEmailVerified(tx, user.id);
    if (endsSomething(impact)) await this.tell(tx, { user, organizationIds }, impact);
    return true;
  }

  /** Programs stop working by it, so nobody should have to find out why by themselves (R46). */
  private async tell(tx: Tx, { user, organizationIds }: AccountClaim, ended: ClaimImpact): Promise<void> {
    const by = actingPerson(user.id, user.email, 'system');
    const metadata = { decision: 'claim', ended };
    // Without an organization of their own the entry stands in their own trail.
    const places =
      organizationIds.length === 0 ? [{}] : organizationIds.map((organizationId) => ({ organizationId }));
    for (const place of places) await authAudit.record(tx, { ...place, by }, 'update', metadata);
    await this.mail.enqueue(tx, user.id, accountClaimedMail(user.email, ended, this.urls.dashboard()));
    tx.afterCommit(() =>
      this.log.warn(
        { userId: user.id, organizations: organizationIds.length, ended },
        'claim of an account ended its previous credentials',
      ),
    );
  }
}
