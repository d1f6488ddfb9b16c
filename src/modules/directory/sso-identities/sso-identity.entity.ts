import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which account at the organization's identity provider a member is (05 §8.7); goes with the membership. */
@Entity('sso_identities')
export class SsoIdentityEntity {
  @PrimaryColumn('text', { name: 'organization_id' })
  organizationId: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  issuer: string;

  @Column('text')
  subject: string;

  @Column('timestamptz', { name: 'linked_at', default: () => 'now()' })
  linkedAt: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;
}
