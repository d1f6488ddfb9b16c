import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SealedColumn } from '../../../../kernel/crypto/secret-box.js';

/** The only surface there is (04 §6); every other word in a path is nothing known. */
export const CHANNEL_PROVIDERS = ['slack'] as const;
export type ChannelProvider = (typeof CHANNEL_PROVIDERS)[number];

/** An organization's one workspace at a provider (04 §6.2), with or without the token that makes apps there. */
@Entity('channel_integrations')
export class ChannelIntegrationEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  /** Null once the organization is gone: then it waits for the last app of its agents to be torn down. */
  @Column('text', { name: 'organization_id', nullable: true })
  organizationId: string | null;

  @Column('text')
  provider: ChannelProvider;

  /** Slack's team id. */
  @Column('text', { name: 'external_id' })
  externalId: string;

  @Column('text', { nullable: true })
  name: string | null;

  /** The rotated pair of app-configuration tokens, as one JSON object. */
  @SealedColumn({ name: 'credential_ciphertext', nullable: true })
  credentialCiphertext: string | null;

  @Column('timestamptz', { name: 'credential_expires_at', nullable: true })
  credentialExpiresAt: Date | null;

  @Column('timestamptz', { name: 'credentials_rotated_at', nullable: true })
  credentialsRotatedAt: Date | null;

  /** While in the future, one process is rotating: a refresh token works once. */
  @Column('timestamptz', { name: 'rotation_leased_until', nullable: true })
  rotationLeasedUntil: Date | null;

  /** Slack refused what was stored. */
  @Column('boolean', { name: 'needs_credentials', default: false })
  needsCredentials: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
