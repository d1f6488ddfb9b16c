/**
 * The domain of accounts made ahead of the person who will claim them (05 §1.7, 07 A7). Nobody can receive mail
 * there (RFC 2606), nobody may register with it, and whoever has it is in no list of people.
 */
export const PLACEHOLDER_DOMAIN = 'placeholder.invalid';

export function isPlaceholderAddress(email: string): boolean {
  return email.endsWith(`@${PLACEHOLDER_DOMAIN}`);
}
