import { Field } from '../../../../kernel/http/fields/fields.js';
import { Strict } from '../../../../kernel/http/fields/body-rules.js';

const ROLES = ['admin', 'member'] as const;
export type ProvisionedRole = (typeof ROLES)[number];

export class ProvisionUserRequest {
  @Field.oneOf(ROLES, { optional: true, description: 'Default `member`.' })
  role?: ProvisionedRole;

  @Field.boolean({ optional: true, description: 'Default `true`.' })
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

  @Field.string({ description: 'The prepared account, not the account of the person who claims it.' })
  userId: string;

  @Field.string({ description: 'The same as `workspaceId`.' })
  projectId: string;

  @Field.string()
  workspaceId: string;

  @Field.string({ description: 'Works immediately. Only this response contains it.' })
  apiKey: string;

  @Field.string({ description: 'Only this response contains it.' })
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

  @Field.string({ nullable: true, description: 'Null after the workspace is deleted.' })
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
