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
