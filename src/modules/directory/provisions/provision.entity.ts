import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account made ahead of the person who will claim it (05 §11); the row goes when it is claimed or torn down. */
@Entity('provisions')
export class ProvisionEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  /** The placeholder. */
  @Column('uuid', { name: 'user_id' })
  userId: string;

  /** Null once the workspace was deleted; then nothing is left to claim. */
  @Column('text', { name: 'workspace_id', nullable: true })
  workspaceId: string | null;

  @Column('text')
  role: 'admin' | 'member';

  @Column('text', { default: 'pending' })
  status: 'pending' | 'expired';

  @Column('boolean', { name: 'skip_onboarding' })
  skipOnboarding: boolean;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('text', { name: 'provisioned_by_email' })
  provisionedByEmail: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
