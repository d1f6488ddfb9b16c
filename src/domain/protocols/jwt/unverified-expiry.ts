import { decodeJwt } from 'jose';

/** `exp`, in seconds since 1970, of a JWT that no one here can verify; null where the text is no JWT or has none. */
export function unverifiedExpiry(token: string): number | null {
  try {
    const { exp } = decodeJwt(token);
    return typeof exp === 'number' && Number.isFinite(exp) ? exp : null;
  } catch {
    return null;
  }
}
