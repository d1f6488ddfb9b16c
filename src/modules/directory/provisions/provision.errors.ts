import { declareErrors, envelope, flat } from '../../../kernel/errors/error-definition.js';

/** Errors of provisioning (05 §11). */
export const provisionErrors = declareErrors({
  provision_not_found: envelope(404, 'There is no such pending provision'),
  claim_link_unknown: flat(404, 'This link is no longer valid.'),
  claim_refused: flat(400, 'This link is no longer valid.'),
});
