import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { OutboxKind } from '../../../../domain/protocols/slack/outbox-retries.js';

/** What is said, as the provider takes it. */
export interface OutboxContent {
  text?: string;
  blocks?: readonly object[];
  iconUrl?: string;
  emoji?: string;
  /** The message that is changed or reacted to. */
  messageRef?: string;
}

/** Something to do at a provider (04 §10): written with what it tells of, done by whichever adapter leases it. */
@Entity('channel_outbox')
export class OutboxItemEntity {
  /** Items of one thread are done in this order. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('uuid', { name: 'presence_id' })
  presenceId: string;

  /** Null for what belongs to no thread, as a refusal does. */
  @Column('uuid', { name: 'thread_link_id', nullable: true })
  threadLinkId: string | null;

  @Column('uuid', { name: 'turn_id', nullable: true })
  turnId: string | null;

  @Column('uuid', { name: 'approval_id', nullable: true })
  approvalId: string | null;

  @Column('text')
  kind: OutboxKind;

  /** Among those of its kind and turn. */
  @Column('integer', { default: 0 })
  ordinal: number;

  @Column('text')
  channel: string;

  @Column('text', { nullable: true })
  thread: string | null;

  /** Null once it is over. */
  @Column('jsonb', { nullable: true })
  content: OutboxContent | null;

  @Column('text', { default: 'pending' })
  state: 'pending' | 'leased' | 'sent' | 'rejected' | 'unknown';

  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz', { name: 'due_at', default: () => 'now()' })
  dueAt: Date;

  @Column('text', { name: 'lease_boot_id', nullable: true })
  leaseBootId: string | null;

  @Column('timestamptz', { name: 'lease_expires_at', nullable: true })
  leaseExpiresAt: Date | null;

  @Column('text', { name: 'error_code', nullable: true })
  errorCode: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
