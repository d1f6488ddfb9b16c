import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which runner a hosted agent belongs to (04 §8.3). */
@Entity('agent_placements')
export class AgentPlacementEntity {
  @PrimaryColumn('uuid', { name: 'agent_id' })
  agentId: string;

  @Column('uuid', { name: 'runner_id' })
  runnerId: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
