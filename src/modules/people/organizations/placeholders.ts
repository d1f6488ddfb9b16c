import { PLACEHOLDER_DOMAIN } from '../../../domain/text/placeholder-address.js';

/** Whether the person with this address is a placeholder (05 §1.7); `email` is a column of the statement. */
export function isPlaceholder(email: string): string {
  return `(${email} LIKE '%@${PLACEHOLDER_DOMAIN}')`;
}
