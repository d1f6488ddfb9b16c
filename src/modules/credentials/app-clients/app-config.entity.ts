import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SealedColumn } from '../../../kernel/crypto/secret-box.js';

/** An OAuth client that a customer brings (03 §6). `workspaceId` null: for every workspace of the organization. */
@Entity('app_configs')
export class AppConfigEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text', { name: 'workspace_id', nullable: true })
  workspaceId: string | null;

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
