import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AskedAction } from '../../../../domain/protocols/slack/approval-card.js';

/** The card of a held request (04 §6.6): one for each, whatever restarts. */
@Entity('channel_cards')
export class ChannelCardEntity {
  @PrimaryColumn('uuid', { name: 'approval_id' })
  approvalId: string;

  @PrimaryColumn('uuid', { name: 'presence_id' })
  presenceId: string;

  @Column('text')
  channel: string;

  @Column('text', { nullable: true })
  thread: string | null;

  /** Null until it is posted. */
  @Column('text', { name: 'message_ref', nullable: true })
  messageRef: string | null;

  /** What it shows: the request itself is forgotten when it is decided. */
  @Column('jsonb')
  asked: AskedAction;

  @Column('boolean', { default: false })
  settled: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
