import { Column, Entity, PrimaryColumn } from 'typeorm';

export const PROCESS_STATUSES = ['running', 'exited', 'stopped', 'lost'] as const;
export type ProcessStatus = (typeof PROCESS_STATUSES)[number];

/** A process that an agent left running in its sandbox (04 §8.6); of it only what something depends on. */
@Entity('agent_processes')
export class ProcessEntity {
  @PrimaryColumn('uuid', { name: 'agent_id' })
  agentId: string;

  @PrimaryColumn('uuid', { name: 'runner_id' })
  runnerId: string;

  @PrimaryColumn('text')
  ref: string;

  @Column('text', { name: 'compute_ref' })
  computeRef: string;

  @Column('text')
  status: ProcessStatus;

  @Column('timestamptz', { name: 'reported_at', default: () => 'now()' })
  reportedAt: Date;
}
