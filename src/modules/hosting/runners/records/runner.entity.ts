import { Column, Entity } from 'typeorm';
import { DaemonRow } from '../../daemons/daemon-row.js';

/** What a runner says it can (04 §9.2); absent means no. */
export interface RunnerCapabilities {
  maxSandboxes?: number;
  backend?: string;
  homeDurability?: 'resident' | 'snapshot';
  steer?: boolean;
  attachments?: boolean;
  history?: boolean;
}

/** The program that runs hosted agents (04 §7). */
@Entity('runners')
export class RunnerEntity extends DaemonRow {
  @Column('jsonb', { default: {} })
  capabilities: RunnerCapabilities;
}
