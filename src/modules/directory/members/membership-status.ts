import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import type { AuditSource } from '../../foundation/audit/model/audit-origin.js';
import {
  OwnedIdentities,
  type SwitchedOff,
  type SwitchedOn,
} from '../../people/identity/accounts/owned-identities.js';
import { MappedRoles } from '../../people/organizations/mapped-roles.js';
import { type MemberRow, MembersService } from '../../people/organizations/members.service.js';

/** Suspends and reinstates members (05 §2.2, §2.8) for every caller; the caller holds the organization's lock. */
@Injectable()
export class MembershipStatus {
  constructor(
    private readonly epochs: Epochs,
    private readonly members: MembersService,
    private readonly identities: OwnedIdentities,
    private readonly mappedRoles: MappedRoles,
  ) {}

  /** Takes effect in every process for each request that starts after the commit. */
  async set(
    tx: Tx,
    { organizationId, userId }: { organizationId: string; userId: string },
    status: MemberRow['status'],
  ): Promise<SwitchedOff | SwitchedOn> {
    await this.members.change(tx, organizationId, userId, { status });
    const member = { organizationId, userId };
    await this.epochs.raise(tx, { organization: organizationId });
    return status === 'suspended'
      ? this.identities.switchOff(tx, member)
      : this.identities.switchOn(tx, member);
  }

  /** Applies the role that a reinstated member's groups give now; after the audit entry of the reinstatement. */
  async restored(
    tx: Tx,
    { organizationId, userId }: { organizationId: string; userId: string },
    source: AuditSource,
  ): Promise<void> {
    await this.mappedRoles.apply(tx, { organizationId, userIds: [userId], source });
  }
}
