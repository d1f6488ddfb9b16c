import { Column, Entity } from 'typeorm';
import { OwnedRow } from '../../../kernel/database/statements/owned-columns.js';
import { SealedColumn } from '../../../kernel/crypto/secret-box.js';

/**
 * An API key of any family (01 §3.1). `tokenHash` serves every lookup; `tokenCiphertext` exists only for the
 * families whose value can be shown again, sealed for its own row.
 */
@Entity('api_keys')
export class ApiKeyEntity extends OwnedRow {
  @Column('text')
  family: 'workspace' | 'organization' | 'service' | 'partner' | 'scim';

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @SealedColumn({ name: 'token_ciphertext', nullable: true })
  tokenCiphertext: string | null;

  @Column('uuid', { name: 'user_id', nullable: true })
  userId: string | null;

  /** Came to a holder who had one already, with the organization they claimed (07 A7.4.4). */
  @Column('boolean', { name: 'taken_over', default: false })
  takenOver: boolean;

  /** Of a key nobody has taken over yet; null for all others (05 §11.6). */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
