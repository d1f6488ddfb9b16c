import { Field } from '../../../../kernel/http/fields/fields.js';

const ROLES = ['owner', 'member'] as const;
export type BindingRole = (typeof ROLES)[number];
const MAX_PRINCIPALS = 1000;

export class PersonAccessRequest {
  @Field.string({ minLength: 1, maxLength: 100 })
  userId: string;

  @Field.oneOf(ROLES, { description: '`owner` may manage the workspace, `member` may only use it.' })
  role: BindingRole;
}

export class SetWorkspaceAccessRequest {
  @Field.list(PersonAccessRequest, {
    maxItems: MAX_PRINCIPALS,
    description: 'If a person is named twice, the last role applies.',
  })
  users: PersonAccessRequest[];

  @Field.list('string', { maxItems: MAX_PRINCIPALS, itemMinLength: 1, itemMaxLength: 100 })
  groupIds: string[];
}

export class PersonAccessResponse {
  @Field.string({ description: 'Id of the entry, not of the person.' })
  id: string;

  @Field.string()
  userId: string;

  @Field.string({ nullable: true })
  name: string | null;

  @Field.string()
  email: string;

  @Field.oneOf(ROLES)
  role: string;

  @Field.boolean({ description: 'Whether the person created the workspace.' })
  isOwner: boolean;

  @Field.dateTime()
  createdAt: string;
}

export class GroupAccessResponse {
  @Field.string({ description: 'Id of the entry, not of the group.' })
  id: string;

  @Field.string()
  groupId: string;

  @Field.string()
  name: string;

  @Field.integer()
  memberCount: number;

  @Field.dateTime()
  createdAt: string;
}

export class WorkspaceAccessResponse {
  @Field.list(PersonAccessResponse)
  users: PersonAccessResponse[];

  @Field.list(GroupAccessResponse)
  groups: GroupAccessResponse[];
}

export class ChangedWorkspaceAccessResponse {
  @Field.integer()
  added: number;

  @Field.integer()
  removed: number;

  @Field.integer()
  roleChanged: number;
}
