import type { JWTPayload } from 'jose';
import type { AssertedIdentity } from '../sign-in/sessions/asserted-identity.js';

type Claims = Readonly<Record<string, unknown>>;

/** Something that can be an address; which address it is, is judged later. */
const SHAPED_LIKE_ADDRESS = /^[^@\s]+@[^@\s]+$/;

/** What claims say of somebody (05 §8.7). Claims of groups and roles are not read. */
export function identityIn(claims: JWTPayload): Pick<AssertedIdentity, 'email' | 'emailVerified' | 'name'> {
  const verified = claims['email_verified'];
  return {
    email: text(claims, 'email') ?? address(claims, 'preferred_username') ?? address(claims, 'upn'),
    // Silence is no doubt; anything else that is not plainly yes is one (R36.9).
    emailVerified: verified === undefined || verified === true || verified === 'true',
    name: text(claims, 'name') ?? joined(text(claims, 'given_name'), text(claims, 'family_name')),
  };
}

function text(claims: Claims, name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function address(claims: Claims, name: string): string | null {
  const value = text(claims, name);
  return value !== null && SHAPED_LIKE_ADDRESS.test(value) ? value : null;
}

function joined(...parts: (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(' ') || null;
}
