import { isPlaceholderAddress } from '../../../../domain/text/placeholder-address.js';

/**
 * ASCII addresses only: PostgreSQL and JavaScript disagree on lowercasing some other letters, and the
 * lowercase address is what accounts are told apart by. Internationalised domains come in `xn--` form. Dots stand
 * between other characters only (RFC 5321 §4.1.2): mail servers refuse what begins or ends with one.
 */
export const EMAIL_PATTERN =
  /^(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

export const EMAIL_MAX_LENGTH = 254;

/** For fields whose address a service judges, with a code of its own. */
export const EMAIL_SCHEMA = { format: 'email', maxLength: EMAIL_MAX_LENGTH, pattern: EMAIL_PATTERN.source };

/**
 * The stored form of an address (trimmed, lowercase), or null when the text is not one. Those of placeholders are
 * no person's: whoever registered with one would be invisible to everybody (05 §1.7).
 */
export function normalizeEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  if (email.length > EMAIL_MAX_LENGTH || !EMAIL_PATTERN.test(email)) return null;
  return isPlaceholderAddress(email) ? null : email;
}
