import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** Errors of SCIM tokens (05 §7). */
export const scimTokenErrors = declareErrors({
  scim_token_not_found: envelope(404, 'SCIM token not found'),
  too_many_scim_tokens: envelope(409, 'Revoke another SCIM token first: an organization has at most 20'),
});
