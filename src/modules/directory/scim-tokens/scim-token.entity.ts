import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A token of a directory; its hash is in the row of `api_keys` with the same id, which a revoked one has no more. */
@Entity('scim_tokens')
export class ScimTokenEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text')
  label: string;

  @Column('uuid', { name: 'created_by_user_id', nullable: true })
  createdByUserId: string | null;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;

  /** The row stays, so that revoking twice is no mistake (05 §7). */
  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
