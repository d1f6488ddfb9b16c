import { equalSecrets, sha256 } from '../../../kernel/crypto/tokens.js';
import type { SeenDaemon } from './daemon-sightings.js';

/** The holder of a token; without an id it may register. */
export interface TokenHolder {
  readonly tokenHash: Buffer;
  readonly id: string | null;
  readonly bootId: string | null;
}

/**
 * Recognises the token of a daemon (04 §7.1): one that is known, or the operator's (`anchor`), which may become known. A
 * revoked one stays known, so that the setting cannot make it valid again.
 */
export async function holderOf(
  token: string,
  anchor: string | null,
  seen: (tokenHash: Buffer) => Promise<SeenDaemon | null>,
): Promise<TokenHolder | null> {
  const tokenHash = sha256(token);
  const known = await seen(tokenHash);
  if (known?.revoked) return null;
  if (known !== null) return { tokenHash, id: known.id, bootId: known.bootId };
  const mayRegister = anchor !== null && equalSecrets(token, anchor);
  return mayRegister ? { tokenHash, id: null, bootId: null } : null;
}
