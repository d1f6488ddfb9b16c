import { Injectable } from '@nestjs/common';
import { placesIn, SecretBox } from '../../../kernel/crypto/secret-box.js';
import { Database, type Store } from '../../../kernel/database/database.js';
import { AuthorityEntity } from './authority.entity.js';
import type { AuthorityRecords } from './certificate-authority.js';
import type { CertificatePair } from './certificate-issuer.js';

const ID = 1;
const BOUND_TO = placesIn(AuthorityEntity)(ID);

/** The one row of `gateway_ca`, shared by all replicas (06 §7.2, §17.2). */
@Injectable()
export class AuthorityRow implements AuthorityRecords {
  constructor(
    private readonly database: Database,
    private readonly secretBox: SecretBox,
  ) {}

  load(): Promise<CertificatePair | null> {
    return this.read(this.database);
  }

  keepFirst(candidate: CertificatePair): Promise<CertificatePair> {
    return this.database.tx(async (tx) => {
      await tx.lock('gateway_ca');
      const stored = await this.read(tx);
      if (stored) return stored;
      const { certificatePem, keyPem } = candidate;
      const keyCiphertext = this.secretBox.seal(keyPem, BOUND_TO);
      await tx.repository(AuthorityEntity).insert({ id: ID, certificatePem, keyCiphertext });
      return candidate;
    });
  }

  /** Whatever was stored before, readable or not; by a command, which knows no entities. Servers that run keep the one they began with. */
  async replace({ certificatePem, keyPem }: CertificatePair): Promise<void> {
    const keyCiphertext = this.secretBox.seal(keyPem, BOUND_TO);
    await this.database.tx(async (tx) => {
      await tx.lock('gateway_ca');
      await tx.query(
        `INSERT INTO gateway_ca (id, certificate_pem, key_ciphertext) VALUES ($1, $2, $3) ON CONFLICT (id)
         DO UPDATE SET certificate_pem = excluded.certificate_pem, key_ciphertext = excluded.key_ciphertext, created_at = now()`,
        [ID, certificatePem, keyCiphertext],
      );
    });
  }

  private async read(store: Store): Promise<CertificatePair | null> {
    const row = await store.repository(AuthorityEntity).findOneBy({ id: ID });
    if (!row) return null;
    return { certificatePem: row.certificatePem, keyPem: this.secretBox.open(row.keyCiphertext, BOUND_TO) };
  }
}
