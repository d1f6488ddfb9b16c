import { Field } from '../../../../kernel/http/fields/fields.js';

const ROLES = ['owner', 'admin', 'member'] as const;
type Role = (typeof ROLES)[number];

class OrganizationName {
  @Field.string({ trim: true, minLength: 1, maxLength: 255, example: 'Acme' })
  name: string;
}

export class CreateOrganizationRequest extends OrganizationName {}

export class UpdateOrganizationRequest extends OrganizationName {}

export class CreatedOrganizationResponse {
  @Field.string()
  organizationId: string;

  @Field.string({ description: 'The workspace that was created with the organization.' })
  workspaceId: string;
}

export class ListedOrganizationResponse {
  @Field.string()
  id: string;

  @Field.string()
  name: string;

  @Field.string()
  slug: string;

  @Field.oneOf(ROLES, { description: "The caller's role." })
  role: Role;
}

export class OrganizationResponse extends ListedOrganizationResponse {
  @Field.string({ description: '`enterprise` on self-hosted servers: unlimited.' })
  plan: string;

  @Field.integer()
  memberCount: number;

  @Field.integer()
  workspaceCount: number;

  @Field.dateTime()
  createdAt: string;

  @Field.boolean({
    description: 'False only while no customer has claimed an organization that a partner created.',
  })
  claimed: boolean;
}

export class OrgApiKeyResponse {
  @Field.string({ description: "The caller's own key for the organization." })
  apiKey: string;
}

export class TransferOwnershipRequest {
  @Field.string({ minLength: 1, description: 'The member who becomes the owner.' })
  userId: string;
}

export class TransferOwnershipResponse {
  @Field.string()
  organizationId: string;

  @Field.string()
  ownerId: string;
}
