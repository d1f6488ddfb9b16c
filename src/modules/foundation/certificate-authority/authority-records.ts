import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../../kernel/crypto/secret-box.js';
import { Database, type Queryable } from '../../../kernel/database/database.js';
import type { AuthorityRecords } from './certificate-authority.js';
import type { CertificatePair } from './certificate-issuer.js';

/** The AAD ties the sealed key to the one row of `gateway_ca`. */
const BOUND_TO = 'gateway_ca:1';

interface Row {
  certificatePem: string;
  keyCiphertext: string;
}

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
      await tx.query(`INSERT INTO gateway_ca (id, certificate_pem, key_ciphertext) VALUES (1, $1, $2)`, [
        candidate.certificatePem,
        this.secretBox.seal(candidate.keyPem, BOUND_TO),
      ]);
      return candidate;
    });
  }

  private async read(source: Queryable): Promise<CertificatePair | null> {
    const [row] = await source.query<Row>(
      `SELECT certificate_pem AS "certificatePem", key_ciphertext AS "keyCiphertext" FROM gateway_ca WHERE id = 1`,
    );
    if (!row) return null;
    return { certificatePem: row.certificatePem, keyPem: this.secretBox.open(row.keyCiphertext, BOUND_TO) };
  }
}
