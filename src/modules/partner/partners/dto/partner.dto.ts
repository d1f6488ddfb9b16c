import { Field } from '../../../../kernel/http/fields/fields.js';
import type { PartnerEntity } from '../records/partner.entity.js';

export const PARTNER_STATUSES = ['active', 'suspended'] as const;

export class PartnerResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.string() slug: string;
  @Field.oneOf(PARTNER_STATUSES) status: (typeof PARTNER_STATUSES)[number];
  @Field.dateTime() createdAt: string;
}

export function presentPartner({ id, name, slug, status, createdAt }: PartnerEntity): PartnerResponse {
  return { id, name, slug, status, createdAt: createdAt.toISOString() };
}

export class PartnerApiKeyResponse {
  @Field.string({ description: 'Only this response contains it. The previous key stops working.' })
  partnerApiKey: string;
}
