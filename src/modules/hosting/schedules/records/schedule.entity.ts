import { Column, Entity, PrimaryColumn } from 'typeorm';

export const DISABLED_REASONS = ['authorization', 'failures'] as const;
export const OUTCOMES = ['ok', 'failed', 'skipped_busy'] as const;

/** Something a hosted agent does again and again (04 §3). */
@Entity('schedules')
export class ScheduleEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('uuid', { name: 'agent_id' })
  agentId: string;

  @Column('text')
  name: string;

  @Column('text')
  prompt: string;

  /** A cron expression that comes again, read in `timezone`. */
  @Column('text')
  schedule: string;

  @Column('text')
  timezone: string;

  @Column('boolean', { default: true })
  enabled: boolean;

  /** Why the server switched it off; null when a person did. */
  @Column('text', { name: 'disabled_reason', nullable: true })
  disabledReason: (typeof DISABLED_REASONS)[number] | null;

  @Column('timestamptz', { name: 'next_fire_at' })
  nextFireAt: Date;

  @Column('timestamptz', { name: 'last_fired_at', nullable: true })
  lastFiredAt: Date | null;

  @Column('text', { name: 'last_outcome', nullable: true })
  lastOutcome: (typeof OUTCOMES)[number] | null;

  @Column('integer', { name: 'consecutive_failures', default: 0 })
  consecutiveFailures: number;

  /** On whose authority it runs; null for a deleted account, then on the agent's own (04 §3.2.4). */
  @Column('uuid', { name: 'created_by_user_id', nullable: true })
  createdByUserId: string | null;

  /** The conversation its runs report to (04 §3.2.9); null where it is gone or there never was one. */
  @Column('uuid', { name: 'origin_conversation_id', nullable: true })
  originConversationId: string | null;

  /** The run whose result is not counted and reported yet. */
  @Column('uuid', { name: 'run_turn_id', nullable: true })
  runTurnId: string | null;

  /** Who is about to fire it, until then; anybody's change of the row ends that. */
  @Column('uuid', { name: 'claim_id', nullable: true })
  claimId: string | null;

  @Column('timestamptz', { name: 'claim_expires_at', nullable: true })
  claimExpiresAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
