/** The text that a signature is about: the request in the one form in which both sides write it down. */
import { encodeBytes, respell } from './byte-encoding.js';
import { isS3, type SigningScope } from './signing-scope.js';

/** A request as it leaves; texts are bytes, one a character. */
export interface SignableRequest {
  readonly method: string;
  /** Origin-form: path and query. */
  readonly target: string;
  /** Flat, `host` among them; all of them are signed. */
  readonly headers: readonly string[];
}

export interface CanonicalRequest {
  readonly text: string;
  readonly signedHeaders: string;
}

const DEMANDED = new Set(['host', 'content-type', 'content-md5']);
const AMAZON_PREFIX = 'x-amz-';
const RUNS = /[ \t]+/g;

export function canonicalRequest(
  { method, target, headers }: SignableRequest,
  payloadHash: string,
  scope: SigningScope,
): CanonicalRequest {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  const fields = canonicalFields(headers);
  const signedHeaders = fields.map(([name]) => name).join(';');
  const s3 = isS3(scope);
  const lines = [method, s3 ? sentPath(path) : normalisedPath(path), canonicalQuery(query, s3)];
  for (const [name, values] of fields) lines.push(`${name}:${values.join(',')}`);
  lines.push('', signedHeaders, payloadHash);
  return { text: lines.join('\n'), signedHeaders };
}

/**
 * Of the fields of a head those that AWS wants signed. The others may be changed on the way, by what carries the message,
 * and a request must not fail for it.
 */
export function fieldsToSign(headers: readonly string[]): string[] {
  const signed: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!.toLowerCase();
    if (name.startsWith(AMAZON_PREFIX) || DEMANDED.has(name)) signed.push(name, headers[at + 1]!);
  }
  return signed;
}

function canonicalFields(headers: readonly string[]): [name: string, values: string[]][] {
  const fields = new Map<string, string[]>();
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!.toLowerCase();
    const value = headerValue(headers[at + 1]!);
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  return [...fields].sort(([one], [other]) => order(one, other));
}

/** Not with `trim()`: it takes the bytes 0xa0 and 0x85 of a UTF-8 character for blanks. */
function headerValue(text: string): string {
  const spaced = text.replace(RUNS, ' ');
  return spaced.slice(spaced.startsWith(' ') ? 1 : 0, spaced.endsWith(' ') ? -1 : undefined);
}

/** Of S3, where a key may hold empty and dotted segments; it reads `+` as a space in paths as well. */
function sentPath(path: string): string {
  return respell(path.replaceAll('+', ' ')).replaceAll('%2F', '/');
}

/** Of all others: the encoded path is normalised, then encoded once more. */
function normalisedPath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(encodeBytes(segment));
  }
  const open = segments.length > 0 && path.endsWith('/');
  return `/${segments.join('/')}${open ? '/' : ''}`;
}

/** Every pair, in the order of names and, among equal ones, of values; S3 looks at the first of equal names alone. */
function canonicalQuery(query: string, firstOnly: boolean): string {
  if (query === '') return '';
  const pairs: [name: string, value: string][] = [];
  const names = new Set<string>();
  for (const piece of query.split('&')) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    const name = parameter(equals < 0 ? piece : piece.slice(0, equals));
    if (firstOnly && names.has(name)) continue;
    names.add(name);
    pairs.push([name, equals < 0 ? '' : parameter(piece.slice(equals + 1))]);
  }
  pairs.sort(([name, value], [other, otherValue]) => order(name, other) || order(value, otherValue));
  return pairs.map(([name, value]) => `${name}=${value}`).join('&');
}

/** AWS reads `+` as a space, as forms do. */
function parameter(text: string): string {
  return respell(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
