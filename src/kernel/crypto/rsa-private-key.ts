import { createPrivateKey, type KeyObject } from 'node:crypto';

/** RFC 7518 §3.3. */
const MIN_BITS = 2048;

/** The text is for people and quotes nothing of the key. */
export class UnusableKeyError extends Error {
  override readonly name = 'UnusableKeyError';
}

/** A key that RS256 signs with, in PEM. Files and forms write its line breaks in several ways. @throws UnusableKeyError */
export function rsaPrivateKey(pem: string): KeyObject {
  let key: KeyObject | null = null;
  try {
    key = createPrivateKey(pem.replaceAll('\\n', '\n').trim());
  } catch {
    // Not repeated: its text may quote the key.
  }
  if (key?.asymmetricKeyType !== 'rsa')
    throw new UnusableKeyError('The private key is not an RSA key in PEM.');
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_BITS)
    throw new UnusableKeyError(`The private key has fewer than ${MIN_BITS} bits.`);
  return key;
}
