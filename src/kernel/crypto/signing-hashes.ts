import { createHash, createHmac, hash } from 'node:crypto';
import type { SigningHashes } from '../../domain/protocols/aws-sigv4/hashes.js';

/** The hashes of AWS signatures, by OpenSSL. */
export const SIGNING_HASHES: SigningHashes = {
  sha256: (data) => {
    // A text's characters are bytes; `hash` would take it for UTF-8.
    if (typeof data === 'string') return hash('sha256', Buffer.from(data, 'latin1'));
    if (data.length === 1) return hash('sha256', data[0]!);
    const made = createHash('sha256');
    for (const piece of data) made.update(piece);
    return made.digest('hex');
  },
  hmac: (key, text) => createHmac('sha256', key).update(text, 'latin1').digest(),
};
