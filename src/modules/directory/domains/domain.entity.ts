import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A domain an organization says is its own; only a verified one gives trust (05 §6.3.6). */
@Entity('domains')
export class DomainEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  /** ASCII, lower case; of one organization only, verified or not. */
  @Column('text')
  domain: string;

  /** Public: it goes into DNS. */
  @Column('text', { name: 'verification_token' })
  verificationToken: string;

  @Column('timestamptz', { name: 'verified_at', nullable: true })
  verifiedAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
