/** The session cookie's value: `<token>.<base64url HMAC-SHA256(token)>`, percent-encoded (01 §3.3). */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const COOKIE_NAME = 'cg_session';
export const SECURE_COOKIE_NAME = '__Secure-cg_session';

const VALUE = /^([A-Za-z0-9_-]{16,256})\.([A-Za-z0-9_-]{43})$/;

export function signSessionToken(token: string, secret: string): string {
  return `${token}.${mac(token, secret).toString('base64url')}`;
}

/** The token of a value we signed; null for anything else. */
export function verifySignedToken(value: string, secret: string): string | null {
  const [, token, signature] = VALUE.exec(decode(value)) ?? [];
  if (token === undefined || signature === undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = mac(token, secret);
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

/**
 * The first session token of a `Cookie` header that is ours, `__Secure-` names first. A browser may send the
 * same name twice (host-only and domain-wide); one that does not parse is skipped as if it were absent.
 */
export function sessionTokenOf(cookieHeader: string, secret: string): string | null {
  const pairs = cookieHeader.split(';').map((pair) => pair.trim());
  for (const name of [SECURE_COOKIE_NAME, COOKIE_NAME]) {
    for (const pair of pairs.filter((candidate) => candidate.startsWith(`${name}=`))) {
      const token = verifySignedToken(pair.slice(name.length + 1), secret);
      if (token !== null) return token;
    }
  }
  return null;
}

function mac(token: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(token).digest();
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replace(/^"(.*)"$/, '$1'));
  } catch {
    return '';
  }
}
