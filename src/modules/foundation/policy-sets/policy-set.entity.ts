import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The rule set of one organization or one workspace; its row is the lock that serialises writers (02 §5.4.4). */
@Entity('policy_sets')
export class PolicySetEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  /** Null for the organization's own set. */
  @Column('text', { name: 'workspace_id', nullable: true })
  workspaceId: string | null;

  @Column('integer', { name: 'live_generation', default: 0 })
  liveGeneration: number;
}
