import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SealedColumn } from '../../../../../kernel/crypto/secret-box.js';

/** A verified answer of a provider that waits for its person to confirm the account it leads to (05 §8.7 step 4). */
@Entity('sso_confirmations')
export class SsoConfirmationEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'connection_id' })
  connectionId: string;

  /** Of the cookie of the browser that signed in; only it may confirm. */
  @Column('bytea', { name: 'browser_hash' })
  browserHash: Buffer;

  /** An `AssertedIdentity` as JSON, with the ID token in it. */
  @SealedColumn({ name: 'identity' })
  identity: string;

  @Column('text', { name: 'return_to' })
  returnTo: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
