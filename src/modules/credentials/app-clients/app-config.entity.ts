import { Column, Entity } from 'typeorm';
import { TenantRow } from '../../../kernel/database/statements/owned-columns.js';
import { SealedColumn } from '../../../kernel/crypto/secret-box.js';

/** An OAuth client that a customer brings (03 §6). `workspaceId` null: for every workspace of the organization. */
@Entity('app_configs')
export class AppConfigEntity extends TenantRow {
  @Column('text')
  provider: string;

  /** What may be shown. */
  @Column('jsonb')
  settings: Record<string, string>;

  /** The secret fields as one JSON object. */
  @SealedColumn({ name: 'secrets_ciphertext' })
  secretsCiphertext: string;

  @Column('boolean', { default: true })
  enabled: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}
