import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** Refusals of claims (07 A7.3). */
export const claimErrors = declareErrors({
  partner_claim_unknown: envelope(404, 'This claim link is not valid.'),
  partner_claim_taken: envelope(409, 'Another person has claimed this organization.', {
    type: 'invalid_request_error',
  }),
  partner_claim_expired: envelope(400, 'This claim link has expired. Ask for a new one.'),
});
