import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { PasswordResetService } from '../../people/identity/password-reset/password-reset.service.js';
import { OrganizationDeletion } from '../../people/org/organization-deletion.js';
import { PartnerMembersStore } from '../partners/partner-members.store.js';
import { partnerAudit } from '../partners/partner.audit.js';
import { partnerErrors } from '../partners/partner.errors.js';
import { PartnersStore } from '../partners/partners.store.js';
import { PartnerOrganizationsStore } from '../partners/partner-organizations.store.js';
import { BY_THE_OPERATOR } from './operator-partners.service.js';

/** Ends a partner (07 A3.6). Customers keep what is theirs; accounts of people stay. */
@Injectable()
export class PartnerDeletion {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly store: PartnersStore,
    private readonly links: PartnerOrganizationsStore,
    private readonly members: PartnerMembersStore,
    private readonly resets: PasswordResetService,
    private readonly organizations: OrganizationDeletion,
  ) {}

  /**
   * Links, secrets, budgets, spend, members and keys go by their foreign keys. What organizations are judged by changes
   * with it, so all of them are told; the row is held alone, so none is made or claimed meanwhile.
   */
  delete(partnerId: string, { deleteUnclaimed }: { deleteUnclaimed: boolean }): Promise<void> {
    return this.db.tx(async (tx) => {
      const { id, name } = await this.store.lock(tx, partnerId, { alone: true });
      const organizations = await this.links.claimStates(tx, id);
      const unclaimed = organizations.filter((organization) => organization.unclaimed);
      if (unclaimed.length > 0 && !deleteUnclaimed) throw new AppError(partnerErrors.partner_has_unclaimed);
      for (const organization of unclaimed) await this.organizations.deleteWithin(tx, organization.id);
      for (const { userId } of await this.members.list(tx, id)) await this.resets.cancelSetUp(tx, userId);
      await this.store.delete(tx, id);
      await this.epochs.raise(tx, ...organizations.map((one) => ({ organization: one.id })));
      // In nobody's log: there is none left to keep it.
      const metadata = { partnerId: id, name, deletedOrganizations: unclaimed.length };
      await partnerAudit.record(tx, { by: BY_THE_OPERATOR }, 'delete', metadata);
    });
  }
}
