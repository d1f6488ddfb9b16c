import { isPlaceholder } from '../../../people/organizations/placeholders.js';

/**
 * That the account is a person's (05 §1.7), for statements that do not read the account: the few placeholders there are
 * have an index of their own. `userId` is a column of the statement.
 */
export function notPlaceholder(userId: string): string {
  return `NOT EXISTS (SELECT 1 FROM users nobody WHERE nobody.id = ${userId} AND ${isPlaceholder('nobody.email')})`;
}
