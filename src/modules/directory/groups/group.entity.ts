import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Some of an organization's members under one name; flat (05 §3.1). */
@Entity('user_groups')
export class GroupEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text')
  name: string;

  /** `scim`: written by the identity provider only. */
  @Column('text', { default: 'manual' })
  source: 'manual' | 'scim';

  @Column('text', { name: 'external_id', nullable: true })
  externalId: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
