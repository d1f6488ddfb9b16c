import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The role that being in a group gives (05 §4.1); one per group, and it goes with the group. */
@Entity('role_mappings')
export class RoleMappingEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('uuid', { name: 'group_id' })
  groupId: string;

  @Column('text')
  role: 'admin' | 'member';

  /** Higher wins. */
  @Column('integer')
  priority: number;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
