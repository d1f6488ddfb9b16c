import { Column, Entity } from 'typeorm';
import { TenantRow } from '../../../kernel/database/statements/owned-columns.js';
import { SealedColumn } from '../../../kernel/crypto/secret-box.js';
import type { ConnectionStatus, CredentialOrigin } from './model/connection.js';

/** A connected account of an app (03 §3.1). `workspaceId` null: shared by the organization. */
@Entity('connections')
export class ConnectionEntity extends TenantRow {
  @Column('text')
  provider: string;

  @Column('text', { nullable: true })
  label: string | null;

  @Column('text', { default: 'connected' })
  status: ConnectionStatus;

  @Column('text', { array: true, default: () => "'{}'" })
  scopes: string[];

  @Column('jsonb', { nullable: true })
  metadata: Record<string, unknown> | null;

  @Column('text', { name: 'credential_kind' })
  credentialKind: CredentialOrigin;

  /** The customer's OAuth client it was made with; null for the operator's, and for credentials without one. */
  @Column('uuid', { name: 'app_config_id', nullable: true })
  appConfigId: string | null;

  /** Sealed for `connections:<id>`. */
  @SealedColumn({ name: 'credentials_ciphertext' })
  credentialsCiphertext: string;

  /** When the access token ends; null for one that does not, or is not known to. */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  /** While in the future, one process is refreshing the token (03 §12.3.2). */
  @Column('timestamptz', { name: 'refresh_leased_until', nullable: true })
  refreshLeasedUntil: Date | null;

  /** After a failed refresh: no sooner than this (03 §12.3.3). */
  @Column('timestamptz', { name: 'refresh_not_before', nullable: true })
  refreshNotBefore: Date | null;

  /** First connect; reconnecting does not change it. */
  @Column('timestamptz', { name: 'connected_at', default: () => 'now()' })
  connectedAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
