import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { actingPerson, actorOf } from '../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../foundation/audit/audited.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import { type Attachment, AttachmentsStore } from '../partners/attachments.store.js';
import { statusOf } from '../partners/partner-organizations.store.js';
import { attachmentErrors } from './attachment.errors.js';
import type { PartnerStatusResponse } from './dto/partner-status.dto.js';

const partnerAudit = declareAudited('partner');

/** The customer's side of the partner level (07 A13): by which partner an organization was made, and leaving it. */
@Injectable()
export class AttachmentService {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly organizations: OrganizationsService,
    private readonly attachments: AttachmentsStore,
  ) {}

  async status({ organizationId }: OrganizationCaller): Promise<PartnerStatusResponse> {
    const attachment = await this.attachments.find(this.db, organizationId);
    if (attachment === null)
      return { partnerManaged: false, detached: false, partnerName: null, status: 'none' };
    const { partnerName, detachedAt } = attachment;
    const status = statusOf(attachment);
    return { partnerManaged: true, detached: detachedAt !== null, partnerName, status };
  }

  /** One way, whether or not the partner is suspended. */
  async detach(caller: OrganizationCaller): Promise<void> {
    const { organizationId, userId } = caller;
    await this.db.tx(async (tx) => {
      await this.attachments.holdPartner(tx, organizationId);
      if (!(await this.organizations.lockOrganization(tx, organizationId)))
        throw new AppError(platformErrors.invalid_credentials);
      await this.organizations.requireAdministrator(tx, organizationId, userId);
      const attachment = await this.attachments.find(tx, organizationId);
      if (attachment === null) throw new AppError(attachmentErrors.no_partner);
      if (attachment.claimedAt === null) throw new AppError(attachmentErrors.not_claimed_yet);
      if (attachment.detachedAt === null) await this.end(tx, caller, attachment);
    });
  }

  private async end(tx: Tx, caller: OrganizationCaller, { partnerId }: Attachment): Promise<void> {
    const { organizationId } = caller;
    await this.attachments.detach(tx, organizationId);
    await this.epochs.raise(tx, { organization: organizationId });
    const by = { ...actorOf(caller), source: 'api' } as const;
    await partnerAudit.record(tx, { organizationId, by }, 'update', { partnerId, change: 'detached' });
    // The partner learns which organization it was, and nothing about its people.
    const customer = actingPerson(null, await this.organizations.nameOf(tx, organizationId), 'api');
    const metadata = { organizationId, change: 'detached' };
    await partnerAudit.record(tx, { partnerId, by: customer }, 'update', metadata);
  }
}
