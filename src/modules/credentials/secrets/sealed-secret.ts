import type { SecretMetadata, SecretType, ValueSource } from '../../../domain/injection/model.js';
import { placesIn } from '../../../kernel/crypto/sealed-columns.js';
import { SecretEntity } from './secret.entity.js';

/** A secret as the gateway's snapshot keeps it: sealed. */
export interface SealedSecret {
  id: string;
  organizationId: string;
  workspaceId: string | null;
  type: SecretType;
  valueSource: ValueSource;
  valueCiphertext: string | null;
  opRef: string | null;
  metadata: SecretMetadata | null;
}

/** Where the value of a row is sealed to. */
export const bindingOf = placesIn(SecretEntity);
