import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SecretBox } from '../crypto/secret-box.js';
import { Database } from '../database/database.js';
import { sealedSources } from './sealed-sources.js';

/** Of each column: enough to meet a key that is in use, and no scan. */
const LOOKED_AT = 20;

/**
 * A server whose key opens nothing of what is stored does not start (01 §26.3): it was given another deployment's key, or
 * the database of another one. It would serve requests without their credentials and seal new values with a key that is
 * soon put right. Where some values open, `doctor` tells about the others.
 */
@Injectable()
export class KeyProof implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
  ) {}

  async onModuleInit(): Promise<void> {
    const looks = sealedSources().map(
      ({ relation }) => `(SELECT split_part(envelope, '.', 2) AS key FROM ${relation} LIMIT ${LOOKED_AT})`,
    );
    const found = await this.db.query<{ key: string }>(
      `SELECT DISTINCT key FROM (${looks.join(' UNION ALL ')}) AS found`,
    );
    if (found.length === 0 || found.some(({ key }) => this.box.keyIds.includes(key))) return;
    throw new Error(
      'Neither SECRET_ENCRYPTION_KEY nor a previous key decrypts the values in this database. Start the ' +
        'server with the key that encrypted them; run `credential-gateway doctor` for details.',
    );
  }
}
