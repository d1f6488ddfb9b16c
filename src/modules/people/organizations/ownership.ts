import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import { MembershipEntity } from './membership.entity.js';
import { OrganizationEntity } from './organization.entity.js';

/** Who owns an organization, which is one person at any time: an index holds it. */
@Injectable()
export class Ownership {
  /**
   * The owner becomes an administrator, and another member the owner (01 §18.5). The caller has locked the
   * organization and looked at both. In this order, because there may never be two owners.
   */
  async transfer(tx: Tx, organizationId: string, { from, to }: { from: string; to: string }): Promise<void> {
    const memberships = tx.repository(MembershipEntity);
    await memberships.update({ organizationId, userId: from }, { role: 'admin' });
    await memberships.update({ organizationId, userId: to }, { role: 'owner' });
  }

  /**
   * The organization gets a person for the placeholder that owned it, whatever they were in it before (07 A7.4). The
   * placeholder first, because there may never be two owners. The organization is locked.
   */
  async handOver(tx: Tx, organizationId: string, { from, to }: { from: string; to: string }): Promise<void> {
    await tx.repository(MembershipEntity).delete({ organizationId, userId: from });
    await tx.query(
      `INSERT INTO memberships (organization_id, user_id, role, preferred_at) VALUES ($1, $2, 'owner', now())
       ON CONFLICT (organization_id, user_id) DO UPDATE
       SET role = 'owner', status = 'active', preferred_at = excluded.preferred_at`,
      [organizationId, to],
    );
    await tx.repository(OrganizationEntity).update({ id: organizationId }, { claimed: true });
  }
}
