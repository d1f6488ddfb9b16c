import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('workspaces')
export class WorkspaceEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  /** Null only in migrated data. */
  @Column('text', { nullable: true })
  name: string | null;

  /** Unique inside the organization; follows the name (01 §16.4). */
  @Column('text', { nullable: true })
  slug: string | null;

  @Column('uuid', { name: 'created_by_user_id', nullable: true })
  createdByUserId: string | null;

  @Column('timestamptz', { name: 'agent_connected_at', nullable: true })
  agentConnectedAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
