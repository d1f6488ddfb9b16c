/**
 * Headers as undici and `node:http` carry them: one flat array of name, value, name, value, in the order
 * and case of the wire. Names compare case-insensitively; duplicates are legal.
 */
export type RawHeaders = string[];

export function hasHeader(headers: RawHeaders, name: string): boolean {
  return indexOfHeader(headers, name.toLowerCase(), 0) !== -1;
}

/** The value of the first header of that name, or undefined. */
export function headerValue(headers: RawHeaders, name: string): string | undefined {
  const at = indexOfHeader(headers, name.toLowerCase(), 0);
  return at === -1 ? undefined : headers[at + 1];
}

/** Leaves exactly one header of that name: where the first stood, or at the end. */
export function setHeader(headers: RawHeaders, name: string, value: string): void {
  const first = indexOfHeader(headers, name.toLowerCase(), 0);
  if (first === -1) {
    headers.push(name, value);
    return;
  }
  headers[first] = name;
  headers[first + 1] = value;
  removeFrom(headers, name.toLowerCase(), first + 2);
}

/** Removes every header of that name; whether there was one. */
export function removeHeader(headers: RawHeaders, name: string): boolean {
  return removeFrom(headers, name.toLowerCase(), 0);
}

function indexOfHeader(headers: RawHeaders, lowerName: string, from: number): number {
  for (let at = from; at + 1 < headers.length; at += 2) {
    const name = headers[at] as string;
    if (name.length === lowerName.length && name.toLowerCase() === lowerName) return at;
  }
  return -1;
}

function removeFrom(headers: RawHeaders, lowerName: string, from: number): boolean {
  let kept = indexOfHeader(headers, lowerName, from);
  if (kept === -1) return false;
  // In one pass: taking fields out one by one moves all that follow each time.
  for (let at = kept + 2; at + 1 < headers.length; at += 2) {
    const name = headers[at] as string;
    if (name.length === lowerName.length && name.toLowerCase() === lowerName) continue;
    headers[kept++] = name;
    headers[kept++] = headers[at + 1] as string;
  }
  headers.length = kept;
  return true;
}

/** Which headers a credential may be written to, and with which bytes (02 §3.2.2, RFC 9110 §5). */

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The first five are the contract's; the rest are hop-by-hop fields (RFC 9110 §7.6.1) that never reach
 * the upstream, so a secret written there would silently do nothing.
 */
const RESERVED = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'proxy-authorization',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'expect',
]);
const OWN_PREFIX = 'x-onecli-';

export function isHeaderName(name: string): boolean {
  return TOKEN.test(name);
}

/** Headers that frame or route the message, or steer the gateway itself. Expects a valid token. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || lower.startsWith(OWN_PREFIX);
}

/** Header values as RFC 9110 §5.5 has them: no CR, LF or NUL, nothing that is not one byte. */
export function isHeaderValue(value: string): boolean {
  return FIELD_VALUE.test(value);
}
