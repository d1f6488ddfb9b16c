import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SealedColumn } from '../../../../../kernel/crypto/secret-box.js';

/** The one key pair that a deployment signs SAML messages with (05 §8.6 rule 6); its id is always 1. */
@Entity('saml_signing_key')
export class SamlSigningKeyEntity {
  @PrimaryColumn('integer')
  id: number;

  @Column('text', { name: 'certificate_pem' })
  certificatePem: string;

  @SealedColumn({ name: 'key_pem' })
  keyPem: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
