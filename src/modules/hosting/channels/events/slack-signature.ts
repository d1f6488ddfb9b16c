import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { equalSecrets } from '../../../../kernel/crypto/tokens.js';

/** 04 §6.7: older or newer than that may be somebody's who listened. */
const WINDOW_SECONDS = 300;
const TIMESTAMP = /^\d{1,12}$/;

/** What Slack signs a request with, as far as the request alone can be judged. */
export interface SignedRequest {
  readonly timestamp: string;
  readonly signature: string;
}

/** Null for a request that has no signature, or one that is not of this time. */
export function signatureIn(headers: IncomingHttpHeaders, nowMs: number): SignedRequest | null {
  const timestamp = headers['x-slack-request-timestamp'];
  const signature = headers['x-slack-signature'];
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return null;
  if (!TIMESTAMP.test(timestamp)) return null;
  return Math.abs(nowMs / 1000 - Number(timestamp)) <= WINDOW_SECONDS ? { timestamp, signature } : null;
}

export function isSignedWith(secret: string, { timestamp, signature }: SignedRequest, body: Buffer): boolean {
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex');
  return equalSecrets(signature, `v0=${mac}`);
}
