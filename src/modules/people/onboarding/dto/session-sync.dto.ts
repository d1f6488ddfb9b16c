import { Field } from '../../../../kernel/http/fields/fields.js';

export class SessionSyncQuery {
  @Field.string({
    optional: true,
    description: 'The caller is about to join an organization by an invitation',
  })
  fromInvitation?: string;

  @Field.string({ optional: true, description: 'The caller is about to claim a prepared account' })
  fromClaim?: string;
}

/** Either the default workspace with its organization, or `hasOrg` (01 §12). */
export class SessionSyncResponse {
  @Field.string()
  id: string;

  @Field.string({ format: 'email' })
  email: string;

  @Field.string({ nullable: true })
  name: string | null;

  @Field.string({ optional: true })
  workspaceId?: string;

  @Field.string({ optional: true, description: 'The same value as workspaceId, for older clients' })
  projectId?: string;

  @Field.string({ optional: true })
  organizationId?: string;

  @Field.boolean({
    optional: true,
    description: 'Whether the person is an active member of any organization',
  })
  hasOrg?: boolean;
}
