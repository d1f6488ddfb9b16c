import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an identity provider sent and may send once: assertions, logout tokens (05 §8.6 rules 8 and 9). */
@Entity('sso_seen')
export class SsoSeenEntity {
  @PrimaryColumn('text')
  issuer: string;

  @PrimaryColumn('bytea', { name: 'id_hash' })
  idHash: Buffer;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
