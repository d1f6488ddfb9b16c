import { BooleanField, StringField } from '../../../../kernel/http/fields.js';

export class SessionSyncQuery {
  @StringField({ optional: true, description: 'The caller joins an organization of somebody else' })
  fromInvitation?: string;

  @StringField({ optional: true, description: 'The caller claims a prepared account' })
  fromClaim?: string;
}

/** Either the default workspace with its organization, or `hasOrg` (01 §12). */
export class SessionSyncResponse {
  @StringField()
  id: string;

  @StringField({ format: 'email' })
  email: string;

  @StringField({ nullable: true })
  name: string | null;

  @StringField({ optional: true })
  workspaceId?: string;

  @StringField({ optional: true, description: 'The same value as workspaceId, for older clients' })
  projectId?: string;

  @StringField({ optional: true })
  organizationId?: string;

  @BooleanField({ optional: true, description: 'Whether the person is an active member of any organization' })
  hasOrg?: boolean;
}
