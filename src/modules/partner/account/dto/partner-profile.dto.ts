import { Field } from '../../../../kernel/http/fields/fields.js';
import { PartnerResponse } from '../../partners/dto/partner.dto.js';

const ROLES = ['owner', 'admin', 'member'] as const;

export class PartnerViewerResponse {
  @Field.oneOf(['key', 'member']) kind: 'key' | 'member';
  @Field.string({ nullable: true }) userId: string | null;
  @Field.string({ nullable: true }) email: string | null;
  @Field.oneOf(ROLES) role: (typeof ROLES)[number];
}

export class PartnerProfileResponse extends PartnerResponse {
  @Field.object(PartnerViewerResponse) viewer: PartnerViewerResponse;
}
