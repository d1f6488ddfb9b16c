import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What single sign-on is to an organization, with a connection or without one (05 §8.1, §8.8). */
@Entity('sso_settings')
export class SsoSettingsEntity {
  @PrimaryColumn('text', { name: 'organization_id' })
  organizationId: string;

  /** `org-` and 24 hexadecimal digits; allotted once, part of all URLs an identity provider is given. */
  @Column('text', { name: 'provider_name' })
  providerName: string;

  @Column('boolean', { default: false })
  required: boolean;

  /** Whether whoever the provider vouches for joins by signing in. */
  @Column('boolean', { name: 'jit_enabled', default: true })
  jitEnabled: boolean;
}
