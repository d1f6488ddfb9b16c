import { Column, Entity, PrimaryColumn } from 'typeorm';

export type ComputeState = 'starting' | 'running' | 'stopped' | 'failed';

/** Which runner a hosted agent belongs to (04 §8.3). */
@Entity('agent_placements')
export class AgentPlacementEntity {
  @PrimaryColumn('uuid', { name: 'agent_id' })
  agentId: string;

  @Column('uuid', { name: 'runner_id' })
  runnerId: string;

  /** Of its sandbox, as the daemon last said; only started ones count against the runner (R38.6). */
  @Column('text', { name: 'compute_state', default: 'stopped' })
  computeState: ComputeState;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
