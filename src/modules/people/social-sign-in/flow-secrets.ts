/**
 * Everything secret about one sign-in follows from its state, under a key only this server has: the signature that
 * makes a state ours, the PKCE verifier (RFC 7636) and the nonce (OIDC Core §3.1.2.1). So nothing of it is stored.
 */
import { createHmac } from 'node:crypto';
import { equalSecrets, randomHex } from '../../../kernel/crypto/tokens.js';

const STATE_BYTES = 32;
const STATE = /^([0-9a-f]{64})\.([A-Za-z0-9_-]{43})$/;

export interface FlowSecrets {
  /** What travels through the provider: `<random>.<signature>`. */
  state: string;
  /** 43 characters, as RFC 7636 §4.1 asks. */
  verifier: string;
  nonce: string;
}

export function newFlow(key: string): FlowSecrets {
  const id = randomHex(STATE_BYTES);
  return secretsOf(`${id}.${derive(key, 'state', id)}`, id, key);
}

/** The flow of a state we signed; null for any other text. */
export function flowOf(state: string, key: string): FlowSecrets | null {
  const [, id, signature] = STATE.exec(state) ?? [];
  if (id === undefined || signature === undefined) return null;
  return equalSecrets(signature, derive(key, 'state', id)) ? secretsOf(state, id, key) : null;
}

function secretsOf(state: string, id: string, key: string): FlowSecrets {
  return { state, verifier: derive(key, 'verifier', id), nonce: derive(key, 'nonce', id) };
}

function derive(key: string, purpose: string, id: string): string {
  return createHmac('sha256', key).update(`social-sign-in:${purpose}:${id}`).digest('base64url');
}
