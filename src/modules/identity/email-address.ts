/**
 * ASCII addresses only: PostgreSQL and JavaScript disagree on lowercasing some other letters, and the
 * lowercase address is what accounts are told apart by. Internationalised domains come in `xn--` form.
 */
export const EMAIL_PATTERN =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

export const EMAIL_MAX_LENGTH = 254;

/** The stored form of an address (trimmed, lowercase), or null when the text is not one. */
export function normalizeEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(email) ? email : null;
}
