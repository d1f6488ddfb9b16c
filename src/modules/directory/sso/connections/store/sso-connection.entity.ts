import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SealedColumn } from '../../../../../kernel/crypto/secret-box.js';
import type { IdentityProvider } from '../provider/identity-provider.js';

export type SsoProtocol = 'saml' | 'oidc';

/** How an organization's people come from its identity provider (05 §8.2); one for each organization. */
@Entity('sso_connections')
export class SsoConnectionEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text')
  type: SsoProtocol;

  @Column('text', { default: 'pending' })
  status: 'pending' | 'active' | 'disabled';

  /** What a disabled one returns to; only a sign-in makes it `active` (05 §8.3). */
  @Column('text', { name: 'status_when_enabled', default: 'pending' })
  statusWhenEnabled: 'pending' | 'active';

  @Column('text', { name: 'display_name' })
  displayName: string;

  /** SAML: this or the next one, where the provider's description comes from. */
  @Column('text', { name: 'metadata_url', nullable: true })
  metadataUrl: string | null;

  @Column('text', { name: 'metadata_xml', nullable: true })
  metadataXml: string | null;

  /** OpenID Connect, with the next two. */
  @Column('text', { nullable: true })
  issuer: string | null;

  @Column('text', { name: 'client_id', nullable: true })
  clientId: string | null;

  @SealedColumn({ name: 'client_secret', nullable: true })
  clientSecret: string | null;

  /** SAML: what the metadata said when it was last read. */
  @Column('jsonb', { name: 'identity_provider', nullable: true })
  identityProvider: IdentityProvider | null;

  /** When that was, and when it was last tried (05 §8.6 rule 10). */
  @Column('timestamptz', { name: 'read_at', nullable: true })
  readAt: Date | null;

  @Column('timestamptz', { name: 'tried_at', nullable: true })
  triedAt: Date | null;

  @Column('timestamptz', { name: 'last_login_at', nullable: true })
  lastLoginAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
