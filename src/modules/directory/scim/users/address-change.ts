import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { EmailChanges } from '../../../people/identity/password-reset/email-changes.js';
import { ManagedAccounts } from '../../../people/identity/accounts/managed-accounts.js';
import { UsersService } from '../../../people/identity/users/users.service.js';
import { DomainsService } from '../../domains/domains.service.js';
import { scimErrors } from '../protocol/scim.errors.js';

interface Member {
  organizationId: string;
  userId: string;
}

/**
 * A new `userName` is a new address of the account, by which its mailbox may get into it. A directory sets it only for
 * accounts that its organization manages, and once somebody has entered the account only to an address on a verified
 * domain of the organization (R39, 05 §9.7, §10.6).
 */
@Injectable()
export class AddressChange {
  constructor(
    private readonly users: UsersService,
    private readonly managed: ManagedAccounts,
    private readonly changes: EmailChanges,
    private readonly domains: DomainsService,
  ) {}

  async apply(tx: Tx, member: Member, email: string): Promise<void> {
    await this.requireAllowed(tx, member, email);
    if ((await this.users.findByEmail(tx, email)) !== null)
      throw new AppError(scimErrors.scim_user_name_taken);
    await this.changes.apply(tx, member, email);
  }

  private async requireAllowed(tx: Tx, member: Member, email: string): Promise<void> {
    const standing = await this.managed.judge(tx, member);
    if (standing?.managed !== true)
      throw refusal(
        'the person made the account, somebody else has a part in it, or the person has a way in of their own and its domain is not verified.',
      );
    if (!standing.everEntered) return;
    const domain = email.slice(email.lastIndexOf('@') + 1);
    if (!(await this.domains.isVerified(tx, member.organizationId, domain)))
      throw refusal('the new address is on a domain that this organization has not verified.');
  }
}

function refusal(reason: string): AppError {
  return new AppError(scimErrors.scim_mutability, { message: `userName cannot be changed: ${reason}` });
}
