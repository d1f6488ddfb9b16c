import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TurnStatus } from '../../../../domain/agents/conversations/turn-status.js';
import type { TurnSource } from './conversation.entity.js';

export interface TurnUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadInputTokens?: number;
}

/** A message and the run that answers it (04 §2.1, §8.1), with the lease of its present attempt (04 §8.4). */
@Entity('turns')
export class TurnEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('uuid', { name: 'conversation_id' })
  conversationId: string;

  @Column('uuid', { name: 'agent_id' })
  agentId: string;

  @Column('text')
  status: TurnStatus;

  @Column('text')
  source: TurnSource;

  @Column('uuid', { name: 'user_id', nullable: true })
  userId: string | null;

  @Column('text')
  message: string;

  @Column('text', { nullable: true })
  error: string | null;

  @Column('text', { name: 'error_code', nullable: true })
  errorCode: string | null;

  @Column('jsonb', { nullable: true })
  usage: TurnUsage | null;

  @Column('uuid', { name: 'follow_up_of_turn_id', nullable: true })
  followUpOfTurnId: string | null;

  /** Whose executor was handed this follow-up while it ran. */
  @Column('uuid', { name: 'offered_to_turn_id', nullable: true })
  offeredToTurnId: string | null;

  @Column('timestamptz', { name: 'abort_requested_at', nullable: true })
  abortRequestedAt: Date | null;

  /** The lease whose executor was told to stop. */
  @Column('uuid', { name: 'abort_told_lease_id', nullable: true })
  abortToldLeaseId: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt: Date;

  /** Creation, promotion or re-queueing, whichever is latest: the ceiling counts from here. */
  @Column('timestamptz', { name: 'queued_at', default: () => 'clock_timestamp()' })
  queuedAt: Date;

  /** Not handed out before: a start that failed is tried again after a pause. */
  @Column('timestamptz', { name: 'claimable_at', default: () => 'now()' })
  claimableAt: Date;

  @Column('timestamptz', { name: 'started_at', nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;

  @Column('integer', { default: 0 })
  attempt: number;

  /** Went back to the queue, which happens once. */
  @Column('boolean', { default: false })
  requeued: boolean;

  /** Attempts that never reached their executor. */
  @Column('integer', { default: 0 })
  unreceived: number;

  /** The transcript says that it started. */
  @Column('boolean', { default: false })
  announced: boolean;

  /** Why the newest start failed. */
  @Column('text', { name: 'start_failure', nullable: true })
  startFailure: string | null;

  @Column('uuid', { name: 'lease_id', nullable: true })
  leaseId: string | null;

  @Column('uuid', { name: 'lease_runner_id', nullable: true })
  leaseRunnerId: string | null;

  @Column('text', { name: 'lease_boot_id', nullable: true })
  leaseBootId: string | null;

  @Column('timestamptz', { name: 'lease_expires_at', nullable: true })
  leaseExpiresAt: Date | null;

  /** Renewed, or anything reported under it. */
  @Column('boolean', { name: 'lease_received', default: false })
  leaseReceived: boolean;

  /** Number of the newest event of this attempt. */
  @Column('integer', { name: 'accepted_through', default: 0 })
  acceptedThrough: number;

  @Column('boolean', { default: false })
  observable: boolean;

  /** The whole answer is in the transcript. */
  @Column('boolean', { default: false })
  answered: boolean;

  @Column('integer', { name: 'stored_rows', default: 0 })
  storedRows: number;

  @Column('integer', { name: 'stored_bytes', default: 0 })
  storedBytes: number;
}
