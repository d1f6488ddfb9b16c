import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { SIGNING_HASHES } from '../../kernel/crypto/signing-hashes.js';

/** Takes about a millisecond; others have their turn in between. */
const TURN_BYTES = 1_048_576;

export async function hashInTurns(bytes: Buffer): Promise<string> {
  if (bytes.length <= TURN_BYTES) return SIGNING_HASHES.sha256([bytes]);
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += TURN_BYTES) {
    hash.update(bytes.subarray(at, at + TURN_BYTES));
    await setImmediate();
  }
  return hash.digest('hex');
}
