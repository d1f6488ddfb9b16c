import { Field } from '../../../../kernel/http/fields/fields.js';

export const ATTACHMENT_STATUSES = ['none', 'unclaimed', 'claimed', 'detached'] as const;
export type AttachmentStatus = (typeof ATTACHMENT_STATUSES)[number];

export class PartnerStatusResponse {
  @Field.boolean({ description: 'A partner made the organization; also after it was detached.' })
  partnerManaged: boolean;

  @Field.boolean({ description: 'Nothing of the partner’s reaches the organization any more.' })
  detached: boolean;

  @Field.string({ nullable: true }) partnerName: string | null;
  @Field.oneOf(ATTACHMENT_STATUSES) status: AttachmentStatus;
}
