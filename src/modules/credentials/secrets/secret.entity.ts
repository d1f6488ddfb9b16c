import { Column, Entity } from 'typeorm';
import { OwnedRow } from '../../../kernel/database/statements/owned-columns.js';
import { SealedColumn } from '../../../kernel/crypto/secret-box.js';
import type {
  InjectionConfig,
  SecretMetadata,
  SecretType,
} from '../../../domain/decision/injection/request-edits/model.js';

/**
 * A credential the gateway writes into requests (02 §3). `workspaceId` null: shared by the organization. Without an
 * organization: lent by the partner to those it set up (07 A10).
 */
@Entity('secrets')
export class SecretEntity extends OwnedRow {
  @Column('text')
  name: string;

  @Column('text')
  type: SecretType;

  /** `inline`, or a kind of `secret-sources`; a later release may have stored others. */
  @Column('text', { name: 'source_kind' })
  sourceKind: string;

  /** What names the value in its source; null exactly when it is inline. */
  @Column('text', { name: 'source_reference', nullable: true })
  sourceReference: string | null;

  /** Sealed for `secrets:<id>`; null exactly when the value lives elsewhere. */
  @SealedColumn({ name: 'value_ciphertext', nullable: true })
  valueCiphertext: string | null;

  @Column('text', { name: 'host_pattern' })
  hostPattern: string;

  @Column('text', { name: 'path_pattern', nullable: true })
  pathPattern: string | null;

  @Column('jsonb', { name: 'injection_config', nullable: true })
  injectionConfig: InjectionConfig | null;

  @Column('jsonb', { nullable: true })
  metadata: SecretMetadata | null;

  /** While in the future, one process is rotating the OAuth tokens of this secret. */
  @Column('timestamptz', { name: 'refresh_leased_until', nullable: true })
  refreshLeasedUntil: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
