import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PersonName } from '../../../../domain/protocols/scim/person-name.js';

/** What an organization's directory wrote of a member and nobody else keeps (05 §10.5). Goes with the membership. */
@Entity('scim_users')
export class ScimUserEntity {
  @PrimaryColumn('text', { name: 'organization_id' })
  organizationId: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('text', { name: 'external_id', nullable: true })
  externalId: string | null;

  /** Whether `displayName` is read instead of the account's name, which is not this organization's to change. */
  @Column('boolean', { name: 'has_display_name', default: false })
  hasDisplayName: boolean;

  @Column('text', { name: 'display_name', nullable: true })
  displayName: string | null;

  @Column('jsonb', { nullable: true })
  name: PersonName | null;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
