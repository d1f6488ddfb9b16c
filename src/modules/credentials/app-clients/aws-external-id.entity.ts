import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What roles in AWS accounts of an organization's people trust, beside the operator's own account (03 §8.3). */
@Entity('aws_external_ids')
export class AwsExternalIdEntity {
  @PrimaryColumn('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text', { name: 'external_id' })
  externalId: string;
}
