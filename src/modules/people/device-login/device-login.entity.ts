import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SealedColumn } from '../../../kernel/crypto/secret-box.js';

/** One login of a command-line client: waiting, confirmed, or its key already handed over (01 §14). */
@Entity('device_logins')
export class DeviceLoginEntity {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('bytea', { name: 'code_hash' })
  codeHash: Buffer;

  /** When it can no longer be confirmed. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'confirmed_at', nullable: true })
  confirmedAt: Date | null;

  /** Set together with `confirmedAt`, like the key's id. */
  @Column('text', { name: 'workspace_id', nullable: true })
  workspaceId: string | null;

  @Column('uuid', { name: 'api_key_id', nullable: true })
  apiKeyId: string | null;

  /** The key as it was when confirmed, sealed; wiped by the one poll that hands it over. */
  @SealedColumn({ name: 'key_ciphertext', nullable: true })
  keyCiphertext: string | null;
}
