import { atLeastOneOf, BodyRules } from '../../../../kernel/http/fields/body-rules.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { EmailField } from '../../../people/identity/users/email-field.js';
import { PARTNER_STATUSES, PartnerResponse } from '../../partners/dto/partner.dto.js';
import { PartnerMemberResponse } from '../../partners/dto/partner-member.dto.js';

const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

export class CreatePartnerRequest {
  @Field.string({ trim: true, minLength: 1, maxLength: 255 })
  name: string;

  @EmailField()
  ownerEmail: string;

  @Field.string({ optional: true, pattern: SLUG, description: 'Derived from the name if absent.' })
  slug?: string;
}

@BodyRules(atLeastOneOf(['name', 'status'], 'No fields to update'))
export class UpdatePartnerRequest {
  @Field.string({ optional: true, trim: true, minLength: 1, maxLength: 255 })
  name?: string;

  @Field.oneOf(PARTNER_STATUSES, { optional: true })
  status?: (typeof PARTNER_STATUSES)[number];
}

export class ListPartnersQuery {
  @Field.oneOf(PARTNER_STATUSES, { optional: true })
  status?: (typeof PARTNER_STATUSES)[number];
}

export class DeletePartnerQuery {
  @Field.oneOf(['true', 'false'], {
    optional: true,
    description: '`true`: unclaimed organizations are deleted with the partner.',
  })
  deleteUnclaimed?: 'true' | 'false';
}

export class CreatedPartnerResponse {
  @Field.object(PartnerResponse) partner: PartnerResponse;
  @Field.object(PartnerMemberResponse) owner: PartnerMemberResponse;
  @Field.string({ nullable: true, description: 'Null if the owner can sign in already.' })
  ownerSetupUrl: string | null;
  @Field.string({ description: 'Only this response contains it.' }) partnerApiKey: string;
}

export class OrganizationCountsResponse {
  @Field.integer() unclaimed: number;
  @Field.integer() claimed: number;
  @Field.integer() detached: number;
}

export class PartnerAccountResponse extends PartnerResponse {
  @Field.object(OrganizationCountsResponse) organizations: OrganizationCountsResponse;
  @Field.integer() members: number;
  @Field.integer() secrets: number;
}
