import { Field } from '../../../../kernel/http/fields/fields.js';
import { Strict } from '../../../../kernel/http/fields/strict.decorator.js';

const ROLES = ['admin', 'member'] as const;
export type ProvisionedRole = (typeof ROLES)[number];

export class ProvisionUserRequest {
  @Field.oneOf(ROLES, { optional: true, description: '`member` when absent.' })
  role?: ProvisionedRole;

  @Field.boolean({ optional: true, description: 'True when absent.' })
  skipOnboarding?: boolean;
}

@Strict()
export class ClaimTokenRequest {
  @Field.string({ minLength: 1, maxLength: 200 })
  token: string;
}

export class LookupTokenRequest {
  @Field.string({ minLength: 1, maxLength: 200 })
  token: string;
}

export class ProvisionedUserResponse {
  @Field.string()
  id: string;

  @Field.string({ description: 'Of the account that waits to be claimed, not of who will claim it.' })
  userId: string;

  @Field.string({ description: 'The same as `workspaceId`.' })
  projectId: string;

  @Field.string()
  workspaceId: string;

  @Field.string({ description: 'Usable at once; shown only here.' })
  apiKey: string;

  @Field.string({ description: 'Shown only here.' })
  claimUrl: string;

  @Field.dateTime()
  expiresAt: string;
}

export class ProvisionResponse {
  @Field.string()
  id: string;

  @Field.oneOf(ROLES)
  role: string;

  @Field.string()
  provisionedByEmail: string;

  @Field.string({ nullable: true, description: 'Null once the workspace was deleted.' })
  workspaceId: string | null;

  @Field.dateTime()
  expiresAt: string;

  @Field.dateTime()
  createdAt: string;
}

export class ProvisionLookupResponse {
  @Field.string()
  organizationName: string;
}

export class ClaimedProvisionResponse {
  @Field.string()
  organizationId: string;

  @Field.string()
  organizationName: string;
}
