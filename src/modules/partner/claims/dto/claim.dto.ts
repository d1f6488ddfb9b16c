import { Field } from '../../../../kernel/http/fields.js';
import { Strict } from '../../../../kernel/http/strict.decorator.js';

const REASONS = ['expired', 'claimed'] as const;

@Strict()
export class PreviewPartnerClaimRequest {
  @Field.string({ minLength: 1, maxLength: 200 })
  token: string;
}

@Strict()
export class ClaimPartnerOrgRequest {
  @Field.string({ minLength: 1, maxLength: 200 })
  token: string;
}

export class PartnerClaimPreviewResponse {
  @Field.oneOf(['organization']) kind: 'organization';
  @Field.string() organizationName: string;
  @Field.string() partnerName: string;
  @Field.boolean() claimable: boolean;
  @Field.oneOf(REASONS, { nullable: true, description: 'Why it cannot be claimed.' })
  reason: (typeof REASONS)[number] | null;
}

export class ClaimedPartnerOrgResponse {
  @Field.string() organizationId: string;
  @Field.string() organizationName: string;
}
