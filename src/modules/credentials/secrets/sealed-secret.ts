import { placesIn } from '../../../kernel/crypto/secret-box.js';
import { SecretEntity } from './secret.entity.js';

/** A secret as the gateway's snapshot keeps it: sealed. */
export type SealedSecret = Pick<
  SecretEntity,
  'id' | 'type' | 'sourceKind' | 'sourceReference' | 'valueCiphertext' | 'metadata'
>;

/** Where the value of a row is sealed to. */
export const bindingOf = placesIn(SecretEntity);
