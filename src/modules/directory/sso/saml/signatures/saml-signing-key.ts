import { Injectable } from '@nestjs/common';
import { placesIn, SecretBox } from '../../../../../kernel/crypto/secret-box.js';
import { Database, type Store } from '../../../../../kernel/database/database.js';
import { SamlSigningKeyEntity } from './saml-signing-key.entity.js';
import { newSigningPair, type SigningPair } from './signing-certificate.js';

const ID = 1;
const BOUND_TO = placesIn(SamlSigningKeyEntity)(ID);

/** The key pair of the deployment: made when it is first asked for, by one replica for all, and kept sealed. */
@Injectable()
export class SamlSigningKey {
  private known: Promise<SigningPair> | null = null;

  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
  ) {}

  pair(): Promise<SigningPair> {
    this.known ??= this.loadOrMake().catch((error: unknown) => {
      this.known = null;
      throw error;
    });
    return this.known;
  }

  private async loadOrMake(): Promise<SigningPair> {
    return (await this.stored(this.db)) ?? this.keepFirst(await newSigningPair());
  }

  private keepFirst(candidate: SigningPair): Promise<SigningPair> {
    return this.db.tx(async (tx) => {
      await tx.lock('saml-signing-key');
      const stored = await this.stored(tx);
      if (stored !== null) return stored;
      const { certificatePem, keyPem } = candidate;
      await tx
        .repository(SamlSigningKeyEntity)
        .insert({ id: ID, certificatePem, keyPem: this.box.seal(keyPem, BOUND_TO) });
      return candidate;
    });
  }

  private async stored(store: Store): Promise<SigningPair | null> {
    const row = await store.repository(SamlSigningKeyEntity).findOneBy({ id: ID });
    return row && { certificatePem: row.certificatePem, keyPem: this.box.open(row.keyPem, BOUND_TO) };
  }
}
