import {
  ArrayField,
  BooleanField,
  EnumField,
  IntegerField,
  StringField,
} from '../../../../kernel/http/fields.js';
import { DepartingWorkspaceResponse } from '../../org/dto/departure.dto.js';

export class DeletionBlockerResponse {
  @StringField()
  organizationId: string;

  @StringField()
  organizationName: string;

  @EnumField(['owner_with_members'])
  reason: string;

  @IntegerField({ description: 'Suspended members count, unclaimed accounts do not.' })
  otherMembers: number;
}

export class DeletedOrganizationResponse {
  @StringField()
  id: string;

  @StringField()
  name: string;

  @ArrayField(DepartingWorkspaceResponse)
  workspaces: DepartingWorkspaceResponse[];

  @IntegerField()
  pendingInvitations: number;

  @IntegerField()
  unclaimedProvisions: number;
}

export class LeftOrganizationResponse {
  @StringField()
  id: string;

  @StringField()
  name: string;

  @EnumField(['owner', 'admin', 'member'])
  role: string;

  @ArrayField(DepartingWorkspaceResponse)
  workspacesDeleted: DepartingWorkspaceResponse[];

  @IntegerField({ description: 'Workspaces of the organization that stay.' })
  workspacesKept: number;
}

export class DeletionImpactResponse {
  @BooleanField({
    description: 'Whether nothing blocks the deletion now; it is judged again when it happens.',
  })
  canDelete: boolean;

  @ArrayField(DeletionBlockerResponse)
  blockers: DeletionBlockerResponse[];

  @ArrayField(DeletedOrganizationResponse, { description: 'Organizations you are alone in.' })
  organizationsDeleted: DeletedOrganizationResponse[];

  @ArrayField(LeftOrganizationResponse, { description: 'Organizations you share with others.' })
  organizationsLeft: LeftOrganizationResponse[];

  @IntegerField()
  apiKeysRevoked: number;

  @IntegerField()
  sessionsRevoked: number;
}

export class DeletedAccountResponse {
  @BooleanField()
  success: boolean;

  @ArrayField('string')
  deletedOrganizationIds: string[];
}
