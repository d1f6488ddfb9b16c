import { Column, Entity, PrimaryColumn } from 'typeorm';

export const THREAD_KINDS = ['direct', 'group'] as const;

/** Which conversation a thread at a provider is (04 §6.3): of one person's direct messages, or of a channel. */
@Entity('channel_thread_links')
export class ChannelThreadLinkEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('uuid', { name: 'presence_id' })
  presenceId: string;

  @Column('uuid', { name: 'conversation_id' })
  conversationId: string;

  @Column('text')
  kind: (typeof THREAD_KINDS)[number];

  /** The channel of direct messages, or `<channel>:<ts of the thread's root>`. */
  @Column('text', { name: 'external_thread_id' })
  externalThreadId: string;

  /** Of a direct thread: it goes with the link of its person. */
  @Column('uuid', { name: 'user_link_id', nullable: true })
  userLinkId: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt: Date;
}
