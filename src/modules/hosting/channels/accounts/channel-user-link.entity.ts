import { Column, Entity, PrimaryColumn } from 'typeorm';

export const LINKED_VIA = ['email', 'manual'] as const;

/** Who somebody at a provider is here (04 §6.3.2): at most one person each way. */
@Entity('channel_user_links')
export class ChannelUserLinkEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('uuid', { name: 'integration_id' })
  integrationId: string;

  @Column('text', { name: 'external_user_id' })
  externalUserId: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text', { name: 'linked_via' })
  linkedVia: (typeof LINKED_VIA)[number];

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt: Date;
}
