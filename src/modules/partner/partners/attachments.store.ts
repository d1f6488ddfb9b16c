import { Injectable } from '@nestjs/common';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { PartnerOrganizationEntity } from './records/partner-organization.entity.js';

/** The partner of an organization, as the organization sees it (07 A13). */
export interface Attachment extends Pick<
  PartnerOrganizationEntity,
  'partnerId' | 'claimedAt' | 'detachedAt'
> {
  partnerName: string;
}

/** Rows of `partner_organizations` from the other side: asked for by the organization itself. */
@Injectable()
export class AttachmentsStore {
  /** Null of an organization that no partner made, or whose partner is gone. */
  async find(q: Queryable, organizationId: string): Promise<Attachment | null> {
    const [row] = await q.query<Attachment>(
      `SELECT ${selection(PartnerOrganizationEntity, ['partnerId', 'claimedAt', 'detachedAt'], 'link')},
         p.name AS "partnerName"
       FROM partner_organizations link JOIN partners p ON p.id = link.partner_id
       WHERE link.organization_id = $1`,
      [organizationId],
    );
    return row ?? null;
  }

  /** Keeps its partner as it is until the transaction ends. The partner is held before the organization, as by everybody who locks both. */
  async holdPartner(tx: Tx, organizationId: string): Promise<void> {
    await tx.query(
      `SELECT 1 FROM partners WHERE id = (
         SELECT partner_id FROM partner_organizations WHERE organization_id = $1) FOR SHARE`,
      [organizationId],
    );
  }

  async detach(tx: Tx, organizationId: string): Promise<void> {
    await tx.repository(PartnerOrganizationEntity).update({ organizationId }, { detachedAt: () => 'now()' });
  }
}
