import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event that was heard (04 §6.3.1): told again, it is nothing new. */
@Entity('channel_ingests')
export class ChannelIngestEntity {
  @PrimaryColumn('uuid', { name: 'presence_id' })
  presenceId: string;

  /** The provider's own. */
  @PrimaryColumn('text', { name: 'event_id' })
  eventId: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
