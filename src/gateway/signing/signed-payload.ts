import { SIGNING_HASHES } from '../../kernel/crypto/signing-hashes.js';
import type { Exchange } from '../exchange/exchange.js';
import { goesOn, refused, type Outcome } from '../exchange/progress.js';
import { payloadTooLarge, unknownStreaming } from './aws-refusals.js';
import { hashInTurns } from './hash-in-turns.js';

/** What a signature says about the body. */
export interface SignedPayload {
  /** The hash of the body, or the word that stands for it. */
  readonly hash: string;
  /** `signed`: each is signed, as its trailers are with `trailers`. */
  readonly chunks: 'signed' | 'trailers' | null;
}

export const MAX_SIGNED_BYTES = 10_485_760;

const UNSIGNED = 'UNSIGNED-PAYLOAD';
const STREAMING = 'STREAMING-';
/** Bodies in `aws-chunked` framing: without the word for theirs in the head, S3 stores the framing as content. */
const FORMS: Readonly<Record<string, SignedPayload['chunks']>> = {
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': null,
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': 'signed',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': 'trailers',
};
const NOTHING: Outcome<SignedPayload> = Object.freeze(goesOn(hashed(SIGNING_HASHES.sha256(''))));

/** Reads the body where its hash is signed; may throw `BodyRefused`. `form`: the agent's `x-amz-content-sha256`. */
export function signedPayload(
  { body, scheme }: Pick<Exchange, 'body' | 'scheme'>,
  form: string | null,
  s3: boolean,
): Promise<Outcome<SignedPayload>> | Outcome<SignedPayload> {
  if (!body.present) return NOTHING;
  if (form?.startsWith(STREAMING)) {
    const chunks = s3 && Object.hasOwn(FORMS, form) ? FORMS[form] : undefined;
    return chunks === undefined ? refused(unknownStreaming(form)) : goesOn({ hash: form, chunks });
  }
  const { declaredLength } = body;
  const tooLarge = declaredLength !== null && declaredLength > MAX_SIGNED_BYTES;
  // S3 takes unsigned bodies where TLS vouches for them (06 §11.5.4).
  if (s3 && scheme === 'https' && (tooLarge || declaredLength === null)) return goesOn(hashed(UNSIGNED));
  return tooLarge ? refused(payloadTooLarge(MAX_SIGNED_BYTES)) : hashOf(body);
}

async function hashOf(body: Exchange['body']): Promise<Outcome<SignedPayload>> {
  const pieces = await body.whole(MAX_SIGNED_BYTES);
  return pieces === null
    ? refused(payloadTooLarge(MAX_SIGNED_BYTES))
    : goesOn(hashed(await hashInTurns(pieces)));
}

function hashed(hash: string): SignedPayload {
  return { hash, chunks: null };
}
