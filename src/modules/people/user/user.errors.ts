import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** Errors of the caller's own account (01 §17). */
export const userErrors = declareErrors({
  user_not_found: envelope(404, 'User not found'),
});
