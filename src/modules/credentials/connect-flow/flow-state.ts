/**
 * Everything secret about one way through a provider follows from its state, under a key only this server has: the
 * signature that makes a state ours, and the PKCE verifier (RFC 7636). So nothing of it is stored.
 */
import { createHash, createHmac } from 'node:crypto';
import { equalSecrets, randomHex } from '../../../kernel/crypto/tokens.js';

const STATE_BYTES = 32;
const STATE = /^([0-9a-f]{64})\.([A-Za-z0-9_-]{43})$/;

export function newState(key: Buffer): string {
  const nonce = randomHex(STATE_BYTES);
  return `${nonce}.${derived(key, 'state', nonce)}`;
}

/** Whether this server signed it. */
export function isOurs(state: string, key: Buffer): boolean {
  const [, nonce, signature] = STATE.exec(state) ?? [];
  if (nonce === undefined || signature === undefined) return false;
  return equalSecrets(signature, derived(key, 'state', nonce));
}

/** 43 characters, as RFC 7636 §4.1 asks. */
export function verifierOf(state: string, key: Buffer): string {
  return derived(key, 'verifier', state);
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function derived(key: Buffer, purpose: string, of: string): string {
  return createHmac('sha256', key).update(`connect:${purpose}:${of}`).digest('base64url');
}
