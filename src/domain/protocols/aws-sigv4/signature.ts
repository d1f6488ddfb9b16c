/**
 * AWS Signature Version 4 in headers. What is signed, when and with which hash of the body is the caller's; here is the
 * algorithm alone, without clock and without cryptography of its own.
 */

import { canonicalRequest, type SignableRequest } from './canonical-request.js';
import type { SigningHashes } from './hashes.js';
import type { SigningScope } from './signing-scope.js';

/** Of a signature in the query: version 4, and version 2, which old clients of S3 still write. */
const SIGNATURES = ['X-Amz-Signature=', 'Signature='];

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of keys that an assumed role lent; null for those of a user. */
  readonly sessionToken: string | null;
}

/** What a signature is bound to; those of chunks share it with that of the head before them. */
export interface SigningContext {
  /** `20150830T123600Z`. */
  readonly date: string;
  /** `20150830/us-east-1/iam/aws4_request`. */
  readonly scope: string;
  readonly key: Uint8Array;
}

export interface RequestSignature {
  readonly authorization: string;
  readonly signature: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

export function amazonDate(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** The same for all requests of a day to one service and region; `date` as above. */
export function signingKey(
  { secretAccessKey }: Pick<AwsKeys, 'secretAccessKey'>,
  scope: SigningScope,
  date: string,
  hashes: SigningHashes,
): Uint8Array {
  const first: Uint8Array = Buffer.from(`AWS4${secretAccessKey}`);
  return scopeText(scope, date)
    .split('/')
    .reduce((key, part) => hashes.hmac(key, part), first);
}

export function signingContext(key: Uint8Array, scope: SigningScope, date: string): SigningContext {
  return { date, scope: scopeText(scope, date), key };
}

function scopeText({ service, region }: SigningScope, date: string): string {
  return `${date.slice(0, 8)}/${region}/${service}/aws4_request`;
}

/** `request` holds every field that goes with the signature already: `x-amz-date`, the session token, the hash. */
export function signRequest(
  request: SignableRequest,
  payloadHash: string,
  { accessKeyId }: Pick<AwsKeys, 'accessKeyId'>,
  scope: SigningScope,
  context: SigningContext,
  hashes: SigningHashes,
): RequestSignature {
  const { text, signedHeaders } = canonicalRequest(request, payloadHash, scope);
  const signature = sign(context, ALGORITHM, hashes.sha256(text), hashes);
  const credential = `Credential=${accessKeyId}/${context.scope}`;
  return {
    authorization: `${ALGORITHM} ${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    signature,
  };
}

/** A chunk is bound to all before it by the signature before it. */
export function signChunk(
  context: SigningContext,
  previous: string,
  data: readonly Uint8Array[],
  hashes: SigningHashes,
): string {
  const nothing = hashes.sha256('');
  return sign(context, `${ALGORITHM}-PAYLOAD`, `${previous}\n${nothing}\n${hashes.sha256(data)}`, hashes);
}

/** `trailers`: `name:value` lines, each ended by a line feed. */
export function signTrailers(
  context: SigningContext,
  previous: string,
  trailers: string,
  hashes: SigningHashes,
): string {
  return sign(context, `${ALGORITHM}-TRAILER`, `${previous}\n${hashes.sha256(trailers)}`, hashes);
}

function sign(
  { date, scope, key }: SigningContext,
  algorithm: string,
  digest: string,
  hashes: SigningHashes,
): string {
  return hashes.hmac(key, `${algorithm}\n${date}\n${scope}\n${digest}`).toString('hex');
}

/**
 * Whether the address of a request is its credential. It was signed by whoever gave it away, often of another account,
 * and a second signature in a field makes S3 refuse both.
 */
export function isPresigned(query: string | null): boolean {
  if (query === null || !query.includes('Signature=')) return false;
  return query.split('&').some((pair) => SIGNATURES.some((name) => pair.startsWith(name)));
}
