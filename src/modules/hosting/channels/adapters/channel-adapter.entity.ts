import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who holds connections to providers and posts there (04 §10): a daemon with a token, or the one inside the server. */
@Entity('channel_adapters')
export class ChannelAdapterEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  kind: 'external' | 'embedded';

  @Column('bytea', { name: 'token_hash', nullable: true })
  tokenHash: Buffer | null;

  /** Of its newest start. */
  @Column('text', { name: 'boot_id', nullable: true })
  bootId: string | null;

  @Column('timestamptz', { name: 'last_seen_at', nullable: true })
  lastSeenAt: Date | null;

  /** Its token counts no more. */
  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
