import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SealedColumn } from '../../../../kernel/crypto/secret-box.js';
import type { ChannelProvider } from '../accounts/channel-integration.entity.js';

export const CHANNEL_TRANSPORTS = ['events', 'socket'] as const;
export type ChannelTransport = (typeof CHANNEL_TRANSPORTS)[number];

export const PRESENCE_STATUSES = ['pending_setup', 'active', 'needs_attention', 'disabled'] as const;
export type ChannelAppStatus = (typeof PRESENCE_STATUSES)[number];

/** A hosted agent's own app at a provider (04 §6): one each, with its own name and direct messages. */
@Entity('channel_presences')
export class ChannelAppEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  /** Null once it is detached or the agent is gone: then nobody hears it, and it waits for its app to be torn down. */
  @Column('uuid', { name: 'agent_id', nullable: true })
  agentId: string | null;

  @Column('uuid', { name: 'integration_id' })
  integrationId: string;

  @Column('text')
  provider: ChannelProvider;

  /** Fixed when the presence is made. */
  @Column('text')
  transport: ChannelTransport;

  @Column('text')
  status: ChannelAppStatus;

  /** Why it needs attention: the provider's error code. */
  @Column('text', { name: 'status_reason', nullable: true })
  statusReason: string | null;

  /** Slack's app id. */
  @Column('text', { name: 'external_id' })
  externalId: string;

  /** Its bot's user id and handle there; null until it is installed. */
  @Column('text', { name: 'identity_ref', nullable: true })
  identityRef: string | null;

  @Column('text', { name: 'identity_name', nullable: true })
  identityName: string | null;

  /** The agent's name as the app was last told it. */
  @Column('text', { name: 'app_name' })
  appName: string;

  /** While in the future, one process is tearing the app down, or Slack wants to be left alone. */
  @Column('timestamptz', { name: 'teardown_leased_until', nullable: true })
  teardownLeasedUntil: Date | null;

  @Column('integer', { name: 'teardown_attempts', default: 0 })
  teardownAttempts: number;

  /** Its parting name was seen to hold, after which it may be deleted. */
  @Column('boolean', { name: 'teardown_renamed', default: false })
  teardownRenamed: boolean;

  /** `PresenceCredentials` as one JSON object. */
  @SealedColumn({ name: 'credentials_ciphertext' })
  credentialsCiphertext: string;

  /** Created with the organization's token, so its secrets are nobody's; null: not read yet (`app-trust.ts`). */
  @Column('boolean', { name: 'made_by_organization', nullable: true })
  madeByOrganization: boolean | null;

  /** Of an app attached by hand: the person who entered its secrets. Null once the account is gone. */
  @Column('uuid', { name: 'created_by_user_id', nullable: true })
  createdByUserId: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
