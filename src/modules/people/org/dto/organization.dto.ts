import {
  BooleanField,
  DateTimeField,
  EnumField,
  IntegerField,
  StringField,
} from '../../../../kernel/http/fields.js';

const ROLES = ['owner', 'admin', 'member'] as const;
type Role = (typeof ROLES)[number];

class OrganizationName {
  @StringField({ trim: true, minLength: 1, maxLength: 255, example: 'Acme' })
  name: string;
}

export class CreateOrganizationRequest extends OrganizationName {}

export class UpdateOrganizationRequest extends OrganizationName {}

export class CreatedOrganizationResponse {
  @StringField()
  organizationId: string;

  @StringField({ description: 'The workspace the new organization starts with.' })
  workspaceId: string;
}

export class ListedOrganizationResponse {
  @StringField()
  id: string;

  @StringField()
  name: string;

  @StringField()
  slug: string;

  @EnumField(ROLES, { description: "The caller's role." })
  role: Role;
}

export class OrganizationResponse extends ListedOrganizationResponse {
  @StringField({ description: '`enterprise` on self-hosted servers: unlimited.' })
  plan: string;

  @IntegerField()
  memberCount: number;

  @IntegerField()
  workspaceCount: number;

  @DateTimeField()
  createdAt: string;

  @BooleanField({ description: 'False only while a partner’s customer has not taken the organization over.' })
  claimed: boolean;
}

export class OrgApiKeyResponse {
  @StringField({ description: "The caller's own key for the organization." })
  apiKey: string;
}

export class TransferOwnershipRequest {
  @StringField({ minLength: 1, description: 'The member who becomes the owner.' })
  userId: string;
}

export class TransferOwnershipResponse {
  @StringField()
  organizationId: string;

  @StringField()
  ownerId: string;
}
