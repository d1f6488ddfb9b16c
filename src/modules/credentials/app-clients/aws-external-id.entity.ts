import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the AWS roles that an organization shares trust, beside the operator's own account (03 §8.3). */
@Entity('aws_external_ids')
export class AwsExternalIdEntity {
  @PrimaryColumn('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text', { name: 'external_id' })
  externalId: string;
}

/** The same for the roles that one workspace connects (R56). */
@Entity('workspace_aws_external_ids')
export class WorkspaceAwsExternalIdEntity {
  @PrimaryColumn('text', { name: 'workspace_id' })
  workspaceId: string;

  @Column('text', { name: 'external_id' })
  externalId: string;
}
