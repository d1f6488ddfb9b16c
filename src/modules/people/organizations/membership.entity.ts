import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person in an organization. A suspended row reads as "not a member" in every access check (01 §6). */
@Entity('memberships')
export class MembershipEntity {
  @PrimaryColumn('text', { name: 'organization_id' })
  organizationId: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  role: 'owner' | 'admin' | 'member';

  @Column('text', { default: 'active' })
  status: 'active' | 'suspended';

  /** Spared where the organization requires single sign-on (05 §8.8). */
  @Column('boolean', { name: 'sso_exempt', default: false })
  ssoExempt: boolean;

  /** When the person claimed the organization: from then on it is where they act (07 A7.4.9). */
  @Column('timestamptz', { name: 'preferred_at', nullable: true })
  preferredAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
