import { Field } from '../../../../kernel/http/fields/fields.js';
import { PersonFields } from '../../../people/org/dto/person.dto.js';

export const MEMBER_STATUSES = ['active', 'suspended'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];
const ROLES = ['owner', 'admin', 'member'] as const;

export class MemberResponse extends PersonFields {
  @Field.oneOf(ROLES)
  role: string;

  @Field.oneOf(MEMBER_STATUSES)
  status: string;

  @Field.boolean({ description: 'Whether the person is exempt from required single sign-on.' })
  ssoExempt: boolean;

  @Field.dateTime()
  joinedAt: string;

  @Field.boolean({ description: 'Whether the role follows from groups and cannot be changed by hand.' })
  roleManagedByIdp: boolean;

  @Field.string({ nullable: true, format: 'date-time' })
  lastLoginAt: string | null;
}

export class MemberGroupResponse {
  @Field.string()
  id: string;

  @Field.string()
  name: string;

  @Field.oneOf(['manual', 'scim'])
  source: string;
}

export class SsoIdentityResponse {
  @Field.dateTime()
  linkedAt: string;

  @Field.string({ nullable: true, format: 'date-time' })
  lastUsedAt: string | null;
}

export class MemberDetailsResponse extends MemberResponse {
  @Field.list(MemberGroupResponse, { description: 'The first 100 groups by name.' })
  groups: MemberGroupResponse[];

  @Field.object(SsoIdentityResponse, {
    nullable: true,
    description: "The link to the organization's identity provider.",
  })
  ssoIdentity: SsoIdentityResponse | null;
}

export class MemberPageResponse {
  @Field.list(MemberResponse)
  data: MemberResponse[];

  @Field.string({ nullable: true, description: 'Null on the last page.' })
  nextCursor: string | null;
}

export class CreatedMemberResponse extends PersonFields {
  @Field.oneOf(['member'])
  role: string;

  @Field.oneOf(['active'])
  status: string;

  @Field.dateTime()
  joinedAt: string;
}

export class UpdatedMemberResponse {
  @Field.string()
  userId: string;

  @Field.oneOf(MEMBER_STATUSES)
  status: string;

  @Field.boolean()
  ssoExempt: boolean;

  @Field.oneOf(['disabled', 'membership_only', 'enabled', 'skipped', 'failed'], {
    optional: true,
    description: "What happened to the member's sign-in; present if the status changed.",
  })
  revocation?: string;

  @Field.oneOf(ROLES, { optional: true, description: 'Present if the request named the role.' })
  role?: string;
}
