import { type AwsKeys, signingKey } from '../../domain/protocols/aws-sigv4/signature.js';
import type { SigningScope } from '../../domain/protocols/aws-sigv4/signing-scope.js';
import { SIGNING_HASHES } from '../../kernel/crypto/signing-hashes.js';

/** Services and regions are of the agent's choosing. */
const MAX_SCOPES = 16;

/** Deriving a key takes four fifths of the time of a signature. Kept as long as what it is derived from. */
const derived = new WeakMap<AwsKeys, Map<string, Uint8Array>>();

export function derivedKey(keys: AwsKeys, scope: SigningScope, date: string): Uint8Array {
  let known = derived.get(keys);
  if (known === undefined) derived.set(keys, (known = new Map<string, Uint8Array>()));
  const name = `${date.slice(0, 8)} ${scope.service} ${scope.region}`;
  let key = known.get(name);
  if (key === undefined) {
    key = signingKey(keys, scope, date, SIGNING_HASHES);
    if (known.size >= MAX_SCOPES) known.delete(known.keys().next().value!);
    known.set(name, key);
  }
  return key;
}
