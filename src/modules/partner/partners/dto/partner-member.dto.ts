import { Field } from '../../../../kernel/http/fields/fields.js';

const ROLES = ['owner', 'admin', 'member'] as const;

export class PartnerMemberResponse {
  @Field.string() userId: string;
  @Field.string() email: string;
  @Field.oneOf(ROLES) role: (typeof ROLES)[number];
  @Field.oneOf(['invited', 'active'], { description: '`active` after the first sign-in.' })
  state: 'invited' | 'active';
  @Field.dateTime() createdAt: string;
}

export class PartnerSetupLinkResponse {
  @Field.string({ description: 'Sets the first password and works once. Previous links stop working.' })
  setupUrl: string;
  @Field.dateTime() expiresAt: string;
}
