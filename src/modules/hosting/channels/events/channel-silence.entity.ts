import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A channel into which somebody without access took the bot (04 §6.3.7): people like them get no further word there. */
@Entity('channel_silences')
export class ChannelSilenceEntity {
  @PrimaryColumn('uuid', { name: 'presence_id' })
  presenceId: string;

  @PrimaryColumn('text')
  channel: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
