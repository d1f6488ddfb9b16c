import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SealedColumn } from '../../../kernel/crypto/secret-box.js';

/** The one certificate authority of a deployment (06 §7.2); its id is always 1. */
@Entity('gateway_ca')
export class AuthorityEntity {
  @PrimaryColumn('integer')
  id: number;

  @Column('text', { name: 'certificate_pem' })
  certificatePem: string;

  @SealedColumn({ name: 'key_ciphertext' })
  keyCiphertext: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
