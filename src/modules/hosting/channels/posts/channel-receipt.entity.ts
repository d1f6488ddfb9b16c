import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The reaction that says "heard" (04 §6.3.8): one in a thread, at the newest message, until its answer is posted. */
@Entity('channel_receipts')
export class ChannelReceiptEntity {
  @PrimaryColumn('uuid', { name: 'thread_link_id' })
  threadLinkId: string;

  /** The turn that the message became. */
  @Column('uuid', { name: 'turn_id' })
  turnId: string;

  @Column('text')
  channel: string;

  @Column('text', { name: 'message_ref' })
  messageRef: string;

  @Column('text')
  emoji: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
