import { Field } from '../../../../kernel/http/fields/fields.js';
import { EmailField } from '../../../people/identity/users/email-field.js';
import { PartnerMemberResponse } from '../../partners/dto/partner-member.dto.js';

/** The owner is set when the partner is made, and never through an endpoint (07 A2). */
const GRANTED = ['admin', 'member'] as const;

export class AddPartnerMemberRequest {
  @EmailField()
  email: string;

  @Field.oneOf(GRANTED)
  role: (typeof GRANTED)[number];
}

export class ChangePartnerMemberRoleRequest {
  @Field.oneOf(GRANTED)
  role: (typeof GRANTED)[number];
}

export class AddedPartnerMemberResponse extends PartnerMemberResponse {
  @Field.string({
    nullable: true,
    description: 'Sets the first password and works once. Null if the person has another way to sign in.',
  })
  setupUrl: string | null;
}
