import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { EmailChanges } from '../../../people/identity/email-changes.js';
import { UsersService } from '../../../people/identity/users.service.js';
import { OrganizationsService } from '../../../people/organizations/organizations.service.js';
import { DomainsService } from '../../domains/domains.service.js';
import { scimErrors } from '../scim.errors.js';

interface Member {
  organizationId: string;
  userId: string;
}

/**
 * A new `userName` is a new address of the account, by which anybody may get into it; a directory may set it only for
 * people who are nobody else's and to addresses that are the organization's or no further away than the old one
 * (05 §9.7, §10.6).
 */
@Injectable()
export class AddressChange {
  constructor(
    private readonly users: UsersService,
    private readonly organizations: OrganizationsService,
    private readonly changes: EmailChanges,
    private readonly domains: DomainsService,
  ) {}

  async apply(tx: Tx, { organizationId, userId }: Member, email: string): Promise<void> {
    if (!(await this.mayChange(tx, { organizationId, userId }, email))) throw refusal();
    if ((await this.users.findByEmail(tx, email)) !== null)
      throw new AppError(scimErrors.scim_user_name_taken);
    await this.changes.apply(tx, { organizationId, userId }, email);
  }

  private async mayChange(tx: Tx, { organizationId, userId }: Member, email: string): Promise<boolean> {
    // Nobody else admits the person meanwhile.
    if (!(await this.users.lockAlone(tx, userId))) return false;
    if (!(await this.organizations.isOnlyOrganization(tx, organizationId, userId))) return false;
    const person = await this.users.find(tx, userId);
    if (person === null) return false;
    const domain = domainOf(email);
    return (
      person.lastLoginAt === null ||
      domainOf(person.email) === domain ||
      (await this.domains.isVerified(tx, organizationId, domain))
    );
  }
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

function refusal(): AppError {
  return new AppError(scimErrors.scim_mutability, {
    message:
      'userName cannot be changed: the person is in another organization too, or the new address is on a domain this organization has not verified.',
  });
}
