import { Field } from '../../../../kernel/http/fields/fields.js';
import { Strict } from '../../../../kernel/http/fields/body-rules.js';

/** What becomes of the keys the partner knows (07 A7.4.4). */
export const PARTNER_KEYS = ['end', 'keep'] as const;
export type PartnerKeys = (typeof PARTNER_KEYS)[number];
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

  @Field.oneOf(PARTNER_KEYS, {
    optional: true,
    description:
      'What happens to the API keys and SCIM tokens that the partner knows. Default `end`. With `keep` ' +
      'they keep working and act for you.',
  })
  partnerKeys?: PartnerKeys;
}

export class PartnerClaimPreviewResponse {
  @Field.oneOf(['organization']) kind: 'organization';
  @Field.string() organizationName: string;
  @Field.string() partnerName: string;
  @Field.boolean() claimable: boolean;
  @Field.oneOf(REASONS, { nullable: true, description: 'Why the organization cannot be claimed.' })
  reason: (typeof REASONS)[number] | null;
}

export class ClaimedPartnerOrgResponse {
  @Field.string() organizationId: string;
  @Field.string() organizationName: string;
}
