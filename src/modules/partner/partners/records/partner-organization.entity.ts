import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SealedColumn } from '../../../../kernel/crypto/secret-box.js';

/**
 * An organization's link to the partner that made it, and its one claim (07 A1, A7). The row goes with either of the
 * two. Unclaimed while `claimedAt` is null, which `organizations.claimed` says too, for those who know no partners.
 */
@Entity('partner_organizations')
export class PartnerOrganizationEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('uuid', { name: 'partner_id' })
  partnerId: string;

  /** Owns the organization until it is claimed; null afterwards. */
  @Column('uuid', { name: 'placeholder_user_id', nullable: true })
  placeholderUserId: string | null;

  /** The default project; null once it was deleted by somebody else, then the oldest one stands in (07 A9.2). */
  @Column('text', { name: 'workspace_id', nullable: true })
  workspaceId: string | null;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  /** The gateway prints the link (07 A7.1), until there is nothing left to claim. */
  @SealedColumn({ name: 'token_ciphertext', nullable: true })
  tokenCiphertext: string | null;

  /** Null: never. Says nothing about the organization (07 A7.1). */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { name: 'claimed_at', nullable: true })
  claimedAt: Date | null;

  @Column('uuid', { name: 'claimed_by_user_id', nullable: true })
  claimedByUserId: string | null;

  @Column('text', { name: 'claimed_by_email', nullable: true })
  claimedByEmail: string | null;

  /** From then on nothing of the partner's reaches the organization (07 A13). */
  @Column('timestamptz', { name: 'detached_at', nullable: true })
  detachedAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
