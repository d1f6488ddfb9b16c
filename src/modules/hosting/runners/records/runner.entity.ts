import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a runner says it can (04 §9.2); absent means no. */
export interface RunnerCapabilities {
  maxSandboxes?: number;
  backend?: string;
  homeDurability?: 'resident' | 'snapshot';
  steer?: boolean;
  attachments?: boolean;
  history?: boolean;
}

/** Who runs hosted agents (04 §7): a daemon with a token of its own, or the one inside the server. */
@Entity('runners')
export class RunnerEntity {
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

  @Column('jsonb', { default: {} })
  capabilities: RunnerCapabilities;

  @Column('timestamptz', { name: 'last_seen_at', nullable: true })
  lastSeenAt: Date | null;

  /** Its token opens nothing any more, the operator's included. */
  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
