import type { SecretMetadata, SecretType, ValueSource } from '../../../domain/injection/model.js';
import type { SealedPlace } from '../../../kernel/crypto/sealed-columns.js';

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

/** The associated data a value is sealed with: a ciphertext copied to another row does not open. */
export function bindingOf(secretId: string): SealedPlace {
  return `secrets:${secretId}`;
}
