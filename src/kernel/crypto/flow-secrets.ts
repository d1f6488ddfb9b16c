/**
 * Everything secret about one way through a provider follows from its state, under a key only this server has: the
 * signature that makes a state ours, the PKCE verifier (RFC 7636), the nonce (OIDC Core §3.1.2.1), the id of a SAML
 * request. So nothing of it is stored.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { equalSecrets } from './tokens.js';

const STATE_BYTES = 32;
/** 128 bits: what nobody guesses; with it a state stays below the 80 bytes of SAML's `RelayState` (Bindings §3.4.3). */
const SIGNATURE_LENGTH = 22;
const STATE = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{22})$/;

export interface FlowSecrets {
  /** What travels through the provider: `<random>.<signature>`. */
  state: string;
  /** 43 characters, as RFC 7636 §4.1 asks. */
  verifier: string;
  nonce: string;
  /** An `xs:ID`, which begins with no digit. */
  requestId: string;
}

/** The states of one kind of flow; those of another kind are none of them. */
export class FlowSigning {
  constructor(
    private readonly key: string,
    private readonly kind: string,
  ) {}

  begin(): FlowSecrets {
    const id = randomBytes(STATE_BYTES).toString('base64url');
    return this.secretsOf(`${id}.${this.signatureOf(id)}`, id);
  }

  /** The flow of a state we signed; null for any other text. */
  of(state: string): FlowSecrets | null {
    const [, id, signature] = STATE.exec(state) ?? [];
    if (id === undefined || signature === undefined) return null;
    return equalSecrets(signature, this.signatureOf(id)) ? this.secretsOf(state, id) : null;
  }

  private secretsOf(state: string, id: string): FlowSecrets {
    return {
      state,
      verifier: this.derive('verifier', id),
      nonce: this.derive('nonce', id),
      requestId: `_${this.derive('request', id)}`,
    };
  }

  private signatureOf(id: string): string {
    return this.derive('state', id).slice(0, SIGNATURE_LENGTH);
  }

  private derive(purpose: string, id: string): string {
    return createHmac('sha256', this.key).update(`${this.kind}:${purpose}:${id}`).digest('base64url');
  }
}
