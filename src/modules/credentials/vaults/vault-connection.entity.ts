import { Column, Entity } from 'typeorm';
import { WorkspaceRow } from '../../../kernel/database/statements/owned-columns.js';
import { SealedColumn } from '../../../kernel/crypto/secret-box.js';
import type { VaultConnectionStatus } from './provider/vault-connection.js';

/** A password manager a workspace is paired with (01 §19.2). Pairing again makes a new row with a new id. */
@Entity('vault_connections')
export class VaultConnectionEntity extends WorkspaceRow {
  @Column('text')
  provider: string;

  @Column('text', { nullable: true })
  name: string | null;

  /** What the last check found. */
  @Column('text', { default: 'connected' })
  status: VaultConnectionStatus;

  /** Sealed for `vault_connections:<id>`. */
  @SealedColumn({ name: 'credentials_ciphertext' })
  credentialsCiphertext: string;

  @Column('timestamptz', { name: 'last_connected_at', nullable: true })
  lastConnectedAt: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
