import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { StandingCredential } from '../../../kernel/access/declaration/standing-credential.js';
import type { Tx } from '../../../kernel/database/database.js';
import { OrganizationsService } from './organizations.service.js';

/**
 * How an administrator's write begins that decides who belongs to an organization or may do what in it. Such writes of
 * one organization wait for each other, and whoever was removed, suspended or demoted while waiting is refused.
 */
@Injectable()
export class AdministratorLock {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly standing: StandingCredential,
  ) {}

  async take(tx: Tx, caller: OrganizationCaller): Promise<void> {
    await this.organizations.lockOrganization(tx, caller.organizationId);
    await this.standing.lock(tx, caller);
    await this.organizations.requireAdministrator(tx, caller.organizationId, caller.userId);
  }
}
