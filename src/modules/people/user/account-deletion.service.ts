import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/access/declaration/caller.js';
import { Database, RunAgain, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { MemberRemovalService } from '../org/member-removal.service.js';
import { PasswordsService } from '../identity/passwords/passwords.service.js';
import { SessionsService } from '../identity/sessions/sessions.service.js';
import { UsersService } from '../identity/users/users.service.js';
import { OnboardingService } from '../onboarding/onboarding.service.js';
import { OrganizationDeletion } from '../org/organization-deletion.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { type OrganizationFates, organizationFates } from './organization-fates.js';
import { ownedPartner } from './owned-partner.js';
import { userErrors } from './user.errors.js';
import { memberErrors } from '../organizations/member.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';

/** Deletes an account with the organizations it is alone in, in one transaction (01 §17.6). */
@Injectable()
export class AccountDeletion {
  constructor(
    private readonly db: Database,
    private readonly onboarding: OnboardingService,
    private readonly organizations: OrganizationsService,
    private readonly departures: MemberRemovalService,
    private readonly organizationDeletion: OrganizationDeletion,
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
  ) {}

  /**
   * Answers the ids of the organizations that went along. Their fate is judged while all of them are locked. One that
   * the person came to own or joined before they could be locked alone makes the whole of it run again.
   */
  delete(caller: Caller): Promise<string[]> {
    const { userId, email } = caller;
    return this.db.tx(async (tx) => {
      await this.onboarding.lockPerson(tx, email);
      await this.endSignIns(tx, userId);
      await this.apiKeys.lockAllOf(tx, userId);
      const fates = await this.lockFates(tx, userId);
      if (fates.blocking.length > 0) throw new AppError(memberErrors.account_owns_shared_organization);
      for (const { id: organizationId } of fates.left)
        await this.departures.depart(
          tx,
          { organizationId, userId },
          { by: actorOf(caller), metadata: { leftOrganization: true, accountDeleted: true } },
        );
      for (const { id } of fates.deleted) await this.organizationDeletion.deleteWithin(tx, id);
      await this.erase(tx, userId);
      return fates.deleted.map(({ id }) => id);
    });
  }

  /**
   * Before anything of an organization is locked: a call holds the session or key it came with and then asks for
   * memberships (`StandingCredential`). Password and sessions in the order in which signing in takes them.
   */
  private async endSignIns(tx: Tx, userId: string): Promise<void> {
    await this.passwords.remove(tx, userId);
    await this.sessions.endAll(tx, userId);
  }

  /** Memberships that appear after the locks are left for `erase` to find. */
  private async lockFates(tx: Tx, userId: string): Promise<OrganizationFates> {
    const memberships = await this.organizations.memberships(tx, userId);
    const ids = memberships.map(({ organizationId }) => organizationId).sort();
    for (const id of ids) await this.organizations.lockOrganization(tx, id);
    return organizationFates(tx, userId, ids);
  }

  /**
   * With ways to sign in that appeared meanwhile. Of two deletions at once the second finds nobody. With the person
   * locked nobody makes them the owner of a partner.
   */
  private async erase(tx: Tx, userId: string): Promise<void> {
    await this.endSignIns(tx, userId);
    if (!(await this.users.lockAlone(tx, userId))) throw new AppError(platformErrors.invalid_credentials);
    if (await ownedPartner(tx, userId)) throw new AppError(userErrors.account_owns_partner);
    const appeared = await this.organizations.memberships(tx, userId);
    if (appeared.length > 0) throw new RunAgain('The account got a membership while it was being deleted');
    await this.users.delete(tx, userId);
  }
}
