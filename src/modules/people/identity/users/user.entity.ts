import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person. `externalAuthId` is the identity sessions are mapped by (01 §3.5); the e-mail is lowercase. */
@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text')
  email: string;

  @Column('text', { nullable: true })
  name: string | null;

  @Column('text', { name: 'external_auth_id' })
  externalAuthId: string;

  @Column('boolean', { name: 'email_verified', default: false })
  emailVerified: boolean;

  @Column('text', { nullable: true })
  image: string | null;

  @Column('timestamptz', { name: 'last_login_at', nullable: true })
  lastLoginAt: Date | null;

  @Column('timestamptz', { name: 'onboarding_completed_at', nullable: true })
  onboardingCompletedAt: Date | null;

  /** Set when the person's sign-in was switched off (01 §11.3 rule 5). */
  @Column('timestamptz', { name: 'deactivated_at', nullable: true })
  deactivatedAt: Date | null;

  /** The organization that did it and may undo it (05 §2.6). */
  @Column('text', { name: 'deactivated_by_organization_id', nullable: true })
  deactivatedByOrganizationId: string | null;

  /** The organization whose directory made the account; null for one the person made (05 §2.9). */
  @Column('text', { name: 'created_by_organization_id', nullable: true })
  createdByOrganizationId: string | null;

  /**
   * When somebody first entered an account that a directory made in another way than by the single sign-on of its
   * organization (R39); null for accounts that no directory made.
   */
  @Column('timestamptz', { name: 'independent_entry_at', nullable: true })
  independentEntryAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
