import { Field } from '../../../../kernel/http/fields/fields.js';
import { DepartingWorkspaceResponse } from '../../org/dto/member-removal.dto.js';

const REASONS = ['owner_with_members', 'partner_owner'] as const;

export class DeletionBlockerResponse {
  @Field.string({ description: 'The id of the partner for `partner_owner`.' })
  organizationId: string;

  @Field.string()
  organizationName: string;

  @Field.oneOf(REASONS)
  reason: (typeof REASONS)[number];

  @Field.integer({ description: 'Includes suspended members, excludes unclaimed accounts.' })
  otherMembers: number;
}

export class DeletedOrganizationResponse {
  @Field.string()
  id: string;

  @Field.string()
  name: string;

  @Field.list(DepartingWorkspaceResponse)
  workspaces: DepartingWorkspaceResponse[];

  @Field.integer()
  pendingInvitations: number;

  @Field.integer()
  unclaimedProvisions: number;
}

export class LeftOrganizationResponse {
  @Field.string()
  id: string;

  @Field.string()
  name: string;

  @Field.oneOf(['owner', 'admin', 'member'])
  role: string;

  @Field.list(DepartingWorkspaceResponse)
  workspacesDeleted: DepartingWorkspaceResponse[];

  @Field.integer({ description: 'Workspaces of the organization that are kept.' })
  workspacesKept: number;
}

export class DeletionImpactResponse {
  @Field.boolean({
    description: 'Whether nothing prevents the deletion now. The deletion checks again.',
  })
  canDelete: boolean;

  @Field.list(DeletionBlockerResponse)
  blockers: DeletionBlockerResponse[];

  @Field.list(DeletedOrganizationResponse, { description: 'Organizations in which you are the only member.' })
  organizationsDeleted: DeletedOrganizationResponse[];

  @Field.list(LeftOrganizationResponse, { description: 'Organizations you share with others.' })
  organizationsLeft: LeftOrganizationResponse[];

  @Field.integer()
  apiKeysRevoked: number;

  @Field.integer()
  sessionsRevoked: number;
}

export class DeletedAccountResponse {
  @Field.boolean()
  success: boolean;

  @Field.list('string')
  deletedOrganizationIds: string[];
}
