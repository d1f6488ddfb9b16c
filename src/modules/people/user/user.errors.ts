import { declareErrors, envelope, flat } from '../../../kernel/errors/error-definition.js';

/** Errors of the caller's own account (01 §17). */
export const userErrors = declareErrors({
  user_not_found: envelope(404, 'User not found'),
  account_owns_partner: flat(409, 'You own a partner. The operator of this server must delete it first'),
});
