import { Column, PrimaryColumn } from 'typeorm';

/** A program that works for the server: a daemon with a token of its own, or the one inside the server (04 §7). */
export abstract class DaemonRow {
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

  /** Its token opens nothing any more, the operator's included. */
  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
