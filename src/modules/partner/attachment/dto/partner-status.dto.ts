import { Field } from '../../../../kernel/http/fields/fields.js';

export const ATTACHMENT_STATUSES = ['none', 'unclaimed', 'claimed', 'detached'] as const;
export type AttachmentStatus = (typeof ATTACHMENT_STATUSES)[number];

export class PartnerStatusResponse {
  @Field.boolean({ description: 'Whether a partner created the organization; stays true after detaching.' })
  partnerManaged: boolean;

  @Field.boolean({ description: 'Whether the organization no longer receives anything from the partner.' })
  detached: boolean;

  @Field.string({ nullable: true }) partnerName: string | null;
  @Field.oneOf(ATTACHMENT_STATUSES) status: AttachmentStatus;
}
