import { Field } from '../../../../kernel/http/fields/fields.js';
import { PersonFields } from '../../../people/org/dto/person.dto.js';
import { Strict } from '../../../../kernel/http/fields/body-rules.js';
import { DirectoryQuery } from '../../listing/directory-query.dto.js';

const SOURCES = ['manual', 'scim'] as const;
const MAX_MEMBERS_AT_ONCE = 1000;

export class GroupsQuery extends DirectoryQuery {
  @Field.oneOf(SOURCES, { optional: true })
  source?: (typeof SOURCES)[number];
}

class GroupName {
  @Field.string({ trim: true, minLength: 1, maxLength: 100 })
  name: string;
}

export class CreateGroupRequest extends GroupName {}

@Strict()
export class UpdateGroupRequest extends GroupName {}

export class SetGroupMembersRequest {
  @Field.list('string', {
    maxItems: MAX_MEMBERS_AT_ONCE,
    itemMinLength: 1,
    itemMaxLength: 100,
    description: 'All members of the group after the change.',
  })
  userIds: string[];
}

export class GroupResponse {
  @Field.string()
  id: string;

  @Field.string()
  name: string;

  @Field.oneOf(SOURCES, { description: '`scim`: managed by the identity provider only.' })
  source: string;

  @Field.string({ nullable: true })
  externalId: string | null;

  @Field.integer({ description: 'Includes suspended members.' })
  memberCount: number;

  @Field.dateTime()
  createdAt: string;

  @Field.dateTime()
  updatedAt: string;
}

export class GroupPageResponse {
  @Field.list(GroupResponse)
  data: GroupResponse[];

  @Field.string({ nullable: true, description: 'Null on the last page.' })
  nextCursor: string | null;
}

export class GroupMemberResponse extends PersonFields {
  @Field.dateTime()
  addedAt: string;
}

export class GroupMemberPageResponse {
  @Field.list(GroupMemberResponse)
  data: GroupMemberResponse[];

  @Field.string({ nullable: true, description: 'Null on the last page.' })
  nextCursor: string | null;
}

export class SetGroupMembersResponse {
  @Field.integer()
  added: number;

  @Field.integer()
  removed: number;
}
