import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Access of one person or one group to a workspace (01 §6.5-6.8); exactly one of the two is set. */
@Entity('workspace_bindings')
export class WorkspaceBindingEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'workspace_id' })
  workspaceId: string;

  @Column('uuid', { name: 'user_id', nullable: true })
  userId: string | null;

  @Column('uuid', { name: 'group_id', nullable: true })
  groupId: string | null;

  @Column('text')
  role: 'owner' | 'member';

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
