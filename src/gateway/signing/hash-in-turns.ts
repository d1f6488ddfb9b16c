import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { SIGNING_HASHES } from '../../kernel/crypto/signing-hashes.js';

/** Takes less than a millisecond; others have their turn in between. */
const TURN_BYTES = 1_048_576;

/** SHA-256 of pieces in their order, in hexadecimal. */
export async function hashInTurns(pieces: readonly Buffer[]): Promise<string> {
  if (lengthOf(pieces) <= TURN_BYTES) return SIGNING_HASHES.sha256(pieces);
  const hash = createHash('sha256');
  let hashed = 0;
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += TURN_BYTES) {
      const part = piece.subarray(at, at + TURN_BYTES);
      hash.update(part);
      hashed += part.length;
      if (hashed < TURN_BYTES) continue;
      hashed = 0;
      await setImmediate();
    }
  return hash.digest('hex');
}

function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((length, piece) => length + piece.length, 0);
}
