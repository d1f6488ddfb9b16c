/** Reading token answers (RFC 6749 §5.1) and what they say of their end. Pure, but for the clock it is given. */
import { unverifiedExpiry } from '../../protocols/jwt/unverified-expiry.js';
import { answerText, valueAt } from './answer-map.js';

const DEFAULT_LIFETIME_SECONDS = 3_600;
/** Ten years: a later moment is as good as none, and a number beyond dates would be no date. */
const MAX_LIFETIME_SECONDS = 315_360_000;
/** A token is never stored that could not stand in a header. */
const MAX_TOKEN = 65_536;
const HEADER_TEXT = /^[\x20-\x7e]+$/;
/** Our clock and the provider's differ, and the request takes its time. */
const JWT_MARGIN_SECONDS = 60;

/** The text at the path if it can be a token; null otherwise. */
export function tokenAt(answer: unknown, path: string): string | null {
  const value = valueAt(answer, path);
  return typeof value === 'string' && value.length <= MAX_TOKEN && HEADER_TEXT.test(value) ? value : null;
}

/** The moment after so many seconds; null for what is no length of time. */
export function endAfter(seconds: unknown, now: Date): Date | null {
  const length = typeof seconds === 'string' && /^\d{1,12}$/.test(seconds) ? Number(seconds) : seconds;
  if (typeof length !== 'number' || !Number.isFinite(length) || length <= 0) return null;
  return new Date(now.getTime() + Math.min(length, MAX_LIFETIME_SECONDS) * 1000);
}

/** An answer that names an end in the past or none at all makes no sense of it: the token would never be renewed. */
export function hasSenselessEnd(answer: unknown): boolean {
  const seconds = valueAt(answer, 'expires_in');
  return (
    seconds !== undefined &&
    seconds !== null &&
    seconds !== 0 &&
    seconds !== '0' &&
    endAfter(seconds, new Date(0)) === null
  );
}

/** A moment in words; null for what is none, or past. */
export function momentAt(answer: unknown, path: string, now: Date): Date | null {
  const moment = new Date(answerText(answer, path));
  return Number.isNaN(moment.getTime()) || moment <= now ? null : moment;
}

export function defaultEnd(now: Date): Date {
  return new Date(now.getTime() + DEFAULT_LIFETIME_SECONDS * 1000);
}

/** `exp` of a JWT that nobody here can verify, less a margin; an hour when it has none (03 §12.3). */
export function endOfJwt(token: string, now: Date): Date {
  const expiry = unverifiedExpiry(token);
  const end = expiry === null ? null : endAfter(expiry - JWT_MARGIN_SECONDS - now.getTime() / 1000, now);
  return end ?? defaultEnd(now);
}
