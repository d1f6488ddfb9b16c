import { Column, Entity, PrimaryColumn } from 'typeorm';

export type StopReason = 'idle' | 'evicted' | 'respawn';

/**
 * What a runner has of an agent (04 §8.6, §9.2). Whether its compute runs is told by the placement; the row outlives that
 * until the runner says that it has stopped.
 */
@Entity('agent_sandboxes')
export class SandboxEntity {
  @PrimaryColumn('uuid', { name: 'agent_id' })
  agentId: string;

  @PrimaryColumn('uuid', { name: 'runner_id' })
  runnerId: string;

  /** The runner's own words for the compute of the newest start, and for the home. */
  @Column('text', { name: 'compute_ref', nullable: true })
  computeRef: string | null;

  @Column('text', { name: 'home_ref', nullable: true })
  homeRef: string | null;

  /** When it was started, or the newest turn ended. */
  @Column('timestamptz', { name: 'active_at', default: () => 'now()' })
  activeAt: Date;

  /** Of what the newest run was handed out with, and at which epochs that was looked at. */
  @Column('text', { name: 'config_hash', nullable: true })
  configHash: string | null;

  @Column('text', { name: 'config_epoch', nullable: true })
  configEpoch: string | null;

  @Column('text', { name: 'home_fingerprint', nullable: true })
  homeFingerprint: string | null;

  @Column('integer', { name: 'home_generation', default: 0 })
  homeGeneration: number;

  /** What the compute at work has. */
  @Column('integer', { name: 'applied_generation', nullable: true })
  appliedGeneration: number | null;

  @Column('integer', { name: 'synced_generation', nullable: true })
  syncedGeneration: number | null;

  @Column('timestamptz', { name: 'synced_at', nullable: true })
  syncedAt: Date | null;

  /** The runner is to stop it, until it says it did. */
  @Column('text', { name: 'stop_reason', nullable: true })
  stopReason: StopReason | null;

  @Column('timestamptz', { name: 'stop_told_at', nullable: true })
  stopToldAt: Date | null;

  /** When the allowance of memories that are written back is whole again. */
  @Column('timestamptz', { name: 'memories_paced_until', nullable: true })
  memoriesPacedUntil: Date | null;
}
