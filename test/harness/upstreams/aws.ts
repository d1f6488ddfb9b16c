import aws4 from 'aws4';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { fieldsOf, json } from './providers.js';
import type { SeenRequest } from './upstream.js';

/**
 * AWS as far as a client of it sees: who signed a request, and whether the signature is right. Nothing here shares code
 * with the product: heads are recomputed by `aws4`, chunks from what AWS documents.
 */
export interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

export interface Verified {
  accessKeyId: string;
  region: string;
  service: string;
  signedHeaders: string[];
  /** Without framing, where it came in chunks. */
  content: Buffer;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
const MAX_SKEW_MS = 900_000;
const NOTHING = sha256('');

/** What a service of AWS makes of a request; throws with the code that it would answer. */
export function verified(seen: SeenRequest, keysOf: (accessKeyId: string) => Keys | undefined): Verified {
  const found = AUTHORIZATION.exec(one(seen, 'authorization'));
  if (found === null) throw new Error('IncompleteSignature');
  const [, accessKeyId, day, region, service, names, signature] = found as unknown as string[];
  const keys = keysOf(accessKeyId!);
  if (keys === undefined) throw new Error('InvalidClientTokenId');
  if (valuesOf(seen, 'x-amz-security-token').join() !== (keys.sessionToken ?? ''))
    throw new Error('InvalidToken');
  const date = one(seen, 'x-amz-date');
  if (!date.startsWith(day!) || Math.abs(Date.now() - moment(date)) > MAX_SKEW_MS)
    throw new Error('RequestTimeTooSkewed');
  const signedHeaders = names!.split(';');
  const mustSign = [...new Set(namesOf(seen).filter((name) => /^(host$|content-type$|x-amz-)/.test(name)))];
  const unsigned = mustSign.filter((name) => !signedHeaders.includes(name));
  if (unsigned.length > 0) throw new Error(`HeadersNotSigned ${unsigned.join()}`);
  if (resigned(seen, signedHeaders, keys, { region: region!, service: service! }) !== signature)
    throw new Error('SignatureDoesNotMatch');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const content = service === 's3' ? contentOf(seen, { keys, date, scope, seed: signature }) : seen.body;
  return { accessKeyId: accessKeyId!, region: region!, service: service!, signedHeaders, content };
}

function resigned(
  seen: SeenRequest,
  signedHeaders: string[],
  keys: Keys,
  scope: { region: string; service: string },
): string {
  // It takes texts for characters and makes UTF-8 of them.
  const headers = Object.fromEntries(
    signedHeaders.map((name) => [name, Buffer.from(valuesOf(seen, name).join(','), 'latin1').toString()]),
  );
  const ignored = ['content-type', 'content-length'].filter((name) => !signedHeaders.includes(name));
  const request = {
    ...scope,
    method: seen.method,
    path: seen.url,
    headers,
    body: seen.body,
    extraHeadersToIgnore: Object.fromEntries(ignored.map((name) => [name, true])),
    extraHeadersToInclude: Object.fromEntries(signedHeaders.map((name) => [name, true])),
  };
  const signed = aws4.sign(request, { ...keys, sessionToken: undefined });
  const authorization = String((signed.headers as Record<string, unknown>)['Authorization']);
  return authorization.slice(authorization.lastIndexOf('=') + 1);
}

interface Seed {
  keys: Keys;
  date: string;
  scope: string;
  seed: string;
}

/** What S3 stores of a body. */
function contentOf(seen: SeenRequest, seed: Seed): Buffer {
  const hash = one(seen, 'x-amz-content-sha256');
  if (hash === 'UNSIGNED-PAYLOAD') return seen.body;
  if (!hash.startsWith('STREAMING-')) {
    if (hash !== sha256(seen.body)) throw new Error('XAmzContentSHA256Mismatch');
    return seen.body;
  }
  const content = unchunked(seen, hash.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD') ? seed : null);
  if (content.length !== Number(one(seen, 'x-amz-decoded-content-length'))) throw new Error('IncompleteBody');
  return content;
}

/** `seed` null: chunks without signatures. */
function unchunked({ body }: SeenRequest, seed: Seed | null): Buffer {
  const contents: Buffer[] = [];
  let previous = seed?.seed ?? '';
  let at = 0;
  for (let size = -1; size !== 0;) {
    const end = body.indexOf('\r\n', at);
    const [length, signature] = body.toString('latin1', at, end).split(';chunk-signature=');
    size = Number.parseInt(length!, 16);
    const data = body.subarray(end + 2, end + 2 + size);
    if (seed !== null) {
      const text = ['PAYLOAD', seed.date, seed.scope, previous, NOTHING, sha256(data)].join('\n');
      previous = hmac(signingKey(seed), `AWS4-HMAC-SHA256-${text}`).toString('hex');
      if (previous !== signature) throw new Error('SignatureDoesNotMatch in a chunk');
    }
    contents.push(data);
    at = end + 2 + size + (size > 0 ? 2 : 0);
  }
  const trailers = body
    .toString('latin1', at)
    .split('\r\n')
    .filter((line) => line !== '');
  const last = trailers.at(-1)?.split('x-amz-trailer-signature:')[1];
  if (seed !== null && last !== undefined) {
    const lines = sha256(
      trailers
        .slice(0, -1)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const text = ['TRAILER', seed.date, seed.scope, previous, lines].join('\n');
    if (hmac(signingKey(seed), `AWS4-HMAC-SHA256-${text}`).toString('hex') !== last)
      throw new Error('SignatureDoesNotMatch in the trailers');
  }
  return Buffer.concat(contents);
}

function signingKey({ keys, scope }: Seed): Buffer {
  return scope.split('/').reduce<Buffer>(hmac, Buffer.from(`AWS4${keys.secretAccessKey}`));
}

/** The Security Token Service: lends keys to whom it knows, and knows them again. */
export class StandInSts {
  readonly lent = new Map<string, Keys>();
  /** What was asked for, in order. */
  readonly asked: Record<string, string>[] = [];
  lifetimeMs = 3_600_000;
  /** Replaces its answer. */
  answer: ((seen: SeenRequest, response: ServerResponse) => void) | null = null;

  constructor(private readonly operator: Keys) {}

  serve(seen: SeenRequest, response: ServerResponse): void {
    this.asked.push(fieldsOf(seen));
    if (this.answer !== null) return this.answer(seen, response);
    verified(seen, (id) => (id === this.operator.accessKeyId ? this.operator : undefined));
    const keys = {
      accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
      secretAccessKey: randomBytes(20).toString('base64'),
      sessionToken: randomBytes(48).toString('base64'),
    };
    this.lent.set(keys.accessKeyId, keys);
    json(response, 200, {
      AssumeRoleResponse: {
        AssumeRoleResult: {
          Credentials: {
            AccessKeyId: keys.accessKeyId,
            SecretAccessKey: keys.secretAccessKey,
            SessionToken: keys.sessionToken,
            Expiration: (Date.now() + this.lifetimeMs) / 1000,
          },
        },
      },
    });
  }
}

/** A body in chunks of that size, each with a signature that is none. */
export function junkSigned(content: Buffer, chunkBytes: number, trailer?: string): Buffer {
  const junk = 'f'.repeat(64);
  const parts: Buffer[] = [];
  for (let at = 0; at <= content.length; at += chunkBytes) {
    const data = content.subarray(at, at + chunkBytes);
    if (data.length === 0) break;
    parts.push(
      Buffer.from(`${data.length.toString(16)};chunk-signature=${junk}\r\n`),
      data,
      Buffer.from('\r\n'),
    );
  }
  parts.push(Buffer.from(`0;chunk-signature=${junk}\r\n`));
  if (trailer !== undefined) parts.push(Buffer.from(`${trailer}\r\nx-amz-trailer-signature:${junk}\r\n`));
  return Buffer.concat([...parts, Buffer.from('\r\n')]);
}

/** As bytes, one a character. */
export function valuesOf({ rawHeaders }: SeenRequest, name: string): string[] {
  return rawHeaders.filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name);
}

function one(seen: SeenRequest, name: string): string {
  const values = valuesOf(seen, name);
  if (values.length !== 1) throw new Error(`${values.length} fields ${name}`);
  return values[0]!;
}

function namesOf({ rawHeaders }: SeenRequest): string[] {
  return rawHeaders.filter((_name, at) => at % 2 === 0).map((name) => name.toLowerCase());
}

function moment(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

const LONGEST_PRESIGNED_SECONDS = 604_800;

/** What S3 makes of a request whose address carries the signature, at a time; `code` is what it would answer. */
export function presignedVerdict(
  seen: SeenRequest,
  known: readonly Keys[],
  now: number,
): { status: number; code: string } {
  const refused = (status: number, code: string) => ({ status, code });
  const query = new URLSearchParams(seen.url.split('?')[1]);
  const signature = query.get('X-Amz-Signature');
  if (signature === null) return refused(403, 'AccessDenied');
  if (seen.headers.authorization !== undefined)
    return refused(400, 'InvalidArgument: Only one auth mechanism');
  const [keyId, , region, service] = (query.get('X-Amz-Credential') ?? '').split('/');
  const keys = known.find(({ accessKeyId }) => accessKeyId === keyId);
  if (keys === undefined) return refused(403, 'InvalidAccessKeyId');
  const expires = Number(query.get('X-Amz-Expires'));
  if (!(expires >= 1 && expires <= LONGEST_PRESIGNED_SECONDS))
    return refused(400, 'AuthorizationQueryParametersError');
  const signedAt = moment(query.get('X-Amz-Date') ?? '');
  if (signedAt - now > MAX_SKEW_MS) return refused(403, 'AccessDenied: Request is not valid yet');
  const path = seen.url.replace(/&X-Amz-Signature=[^&]*/, '');
  const signed = aws4.sign(
    { service: service!, region: region!, host: seen.host, path, signQuery: true },
    keys,
  );
  if (signed.path !== `${path}&X-Amz-Signature=${signature}`) return refused(403, 'SignatureDoesNotMatch');
  if (now > signedAt + expires * 1000) return refused(403, 'AccessDenied: Request has expired');
  return { status: 200, code: 'ok' };
}
