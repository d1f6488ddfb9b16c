import { isPlaceholder } from '../../organizations/placeholders.js';

/**
 * Whether an account (`user` is the alias of its row) could be made anew without taking anything from anybody: nobody
 * ever signed in, there is no way to, no directory made it and no organization has it (ADR 91).
 */
export function unclaimedAccount(user: string): string {
  return `(NOT ${signedInBefore(user)} AND ${user}.external_auth_id LIKE 'cg:%'
    AND ${user}.created_by_organization_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM memberships x WHERE x.user_id = ${user}.id))`;
}

/** Whether somebody signed in to the account, or has what it takes. */
export function signedInBefore(user: string): string {
  return `(${user}.last_login_at IS NOT NULL
    OR EXISTS (SELECT 1 FROM user_passwords x WHERE x.user_id = ${user}.id)
    OR EXISTS (SELECT 1 FROM linked_sign_ins x WHERE x.user_id = ${user}.id)
    OR EXISTS (SELECT 1 FROM user_sessions x WHERE x.user_id = ${user}.id))`;
}

/**
 * Whether the account says nothing about the server having been set up: a placeholder, one that nobody has entered, or
 * one that only leads to a partner's portal. The operator makes partners on a server that nobody has opened yet.
 */
export function madeAhead(user: string): string {
  return `(${isPlaceholder(`${user}.email`)} OR ${unclaimedAccount(user)}
    OR EXISTS (SELECT 1 FROM partner_members x WHERE x.user_id = ${user}.id)
      AND NOT EXISTS (SELECT 1 FROM memberships x WHERE x.user_id = ${user}.id))`;
}
