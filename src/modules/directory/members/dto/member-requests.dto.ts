import { type BodyRule, BodyRules, given, Strict } from '../../../../kernel/http/fields/body-rules.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { EmailField } from '../../../people/identity/users/email-field.js';
import { DirectoryQuery } from '../../listing/directory-query.dto.js';
import { type MemberStatus, MEMBER_STATUSES } from './member.dto.js';

export class MembersQuery extends DirectoryQuery {
  @Field.oneOf(MEMBER_STATUSES, { optional: true })
  status?: MemberStatus;
}

@Strict()
export class CreateMemberRequest {
  @EmailField()
  email: string;

  @Field.string({ optional: true, trim: true, minLength: 1, maxLength: 200 })
  name?: string;
}

const CHANGES = ['status', 'ssoExempt', 'role'];

const onlyOne: BodyRule = {
  schema: { oneOf: CHANGES.map((field) => given(field)) },
  problemOf: (body) =>
    CHANGES.filter((field) => body[field] !== undefined).length === 1
      ? null
      : 'Exactly one of status, ssoExempt and role must be given',
};

@Strict()
@BodyRules(onlyOne)
export class UpdateMemberRequest {
  @Field.oneOf(MEMBER_STATUSES, { optional: true })
  status?: MemberStatus;

  @Field.boolean({ optional: true })
  ssoExempt?: boolean;

  @Field.oneOf(['admin', 'member'], { optional: true })
  role?: 'admin' | 'member';
}
