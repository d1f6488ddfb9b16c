import { Injectable } from '@nestjs/common';
import type { PartnerCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { PartnerLock } from './partner-lock.js';
import { type PartnerOrganization, PartnerOrganizationsStore } from './partner-organizations.store.js';

/** How a partner changes an organization before it is claimed: both are locked, the partner first. */
@Injectable()
export class UnclaimedOrganizations {
  constructor(
    private readonly db: Database,
    private readonly lock: PartnerLock,
    private readonly store: PartnerOrganizationsStore,
  ) {}

  change<T>(
    caller: PartnerCaller,
    organizationId: string,
    change: (tx: Tx, organization: PartnerOrganization) => Promise<T>,
  ): Promise<T> {
    return this.db.tx(async (tx) => {
      await this.lock.share(tx, caller);
      return change(tx, await this.store.lockUnclaimed(tx, caller.partnerId, organizationId));
    });
  }
}
