import type { GatewayMode } from './exchange.js';
import type { HeaderList } from './headers/headers.js';
import { agentTokenRequired, proxyAuthenticationRequired, type Refusal } from './results/refusals.js';

/**
 * Where an agent's token may stand on a request (06 §3.1, §6.2). Pure: headers in, token out. Anything
 * that is not a token is "no token"; the caller answers both alike.
 */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const TOKEN = /^aoc_[0-9a-f]{64}$/;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
const KEY_HEADERS = ['x-api-key', 'api-key', 'x-goog-api-key'] as const;

export type ProxyAuthorization = { kind: 'absent' } | { kind: 'repeated' } | { kind: 'token'; token: string };

export interface PlacedToken {
  token: string;
  /** Lower-case name of the header that carried it. */
  header: string;
}

/** Says no more than that there is no usable token (06 §3.1.5). */
export function tokenRefusal(mode: GatewayMode | 'connect'): Refusal {
  return mode === 'reverse' ? agentTokenRequired() : proxyAuthenticationRequired();
}

/** True for the one shape an agent token can have (06 §3.1.1); saves the look-up of anything else. */
export function looksLikeAgentToken(token: string): boolean {
  return TOKEN.test(token);
}

/** Reads `Proxy-Authorization` by the table of 06 §3.1.2; two of them are a malformed request. */
export function readProxyAuthorization(headers: HeaderList): ProxyAuthorization {
  const values = headers.all('proxy-authorization');
  if (values.length > 1) return { kind: 'repeated' };
  const token = values.length === 1 ? tokenOfAuthorization(values[0]!) : null;
  return token ? { kind: 'token', token } : { kind: 'absent' };
}

/** Finds the token of a reverse-proxy request: first match of 06 §6.2, `Proxy-Authorization` included. */
export function findReverseModeToken(headers: HeaderList): PlacedToken | null {
  const proxy = readProxyAuthorization(headers);
  if (proxy.kind === 'token') return { token: proxy.token, header: 'proxy-authorization' };
  const own = headers.get('x-agent-token')?.trim();
  if (own) return { token: own, header: 'x-agent-token' };
  const authorization = headers.get('authorization');
  const carried = authorization === null ? null : agentTokenOfAuthorization(authorization);
  if (carried) return { token: carried, header: 'authorization' };
  for (const header of KEY_HEADERS) {
    const value = headers.get(header)?.trim();
    if (value?.startsWith('aoc_')) return { token: value, header };
  }
  return null;
}

/** True when the header value holds the token, in the clear or inside `Basic` (06 §3.2, R24.10). */
export function carriesToken(value: string, token: string): boolean {
  if (value.length < token.length) return false;
  if (value.includes(token)) return true;
  const [scheme, parameter] = splitScheme(value);
  return scheme === 'basic' && (decodeBase64(parameter)?.includes(token) ?? false);
}

function tokenOfAuthorization(value: string): string | null {
  const [scheme, parameter] = splitScheme(value);
  if (scheme === 'bearer') return parameter || null;
  if (scheme !== 'basic') return null;
  const decoded = decodeBase64(parameter);
  if (decoded === null) return null;
  const colon = decoded.indexOf(':');
  if (colon < 0) return decoded || null;
  return decoded.slice(colon + 1) || decoded.slice(0, colon) || null;
}

function agentTokenOfAuthorization(value: string): string | null {
  const [scheme, parameter] = splitScheme(value);
  if (scheme === 'bearer') return parameter.startsWith('aoc_') ? parameter : null;
  const decoded = scheme === 'basic' ? decodeBase64(parameter) : null;
  if (decoded === null) return null;
  const colon = decoded.indexOf(':');
  const parts = colon < 0 ? [decoded] : [decoded.slice(colon + 1), decoded.slice(0, colon)];
  return parts.find((part) => part.startsWith('aoc_')) ?? null;
}

function splitScheme(value: string): [scheme: string, parameter: string] {
  const text = value.trim();
  // No expression that also trims the end: it would try every run of spaces anew from each of its characters.
  const gap = text.search(/\s/);
  return gap < 0 ? ['', ''] : [text.slice(0, gap).toLowerCase(), text.slice(gap).trimStart()];
}

function decodeBase64(text: string): string | null {
  if (!BASE64.test(text)) return null;
  try {
    return UTF8.decode(Buffer.from(text, 'base64'));
  } catch {
    return null;
  }
}
