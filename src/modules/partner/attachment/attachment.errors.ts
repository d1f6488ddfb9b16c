import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** What the customer's side of the partner level refuses (07 §A13). */
export const attachmentErrors = declareErrors({
  no_partner: envelope(400, 'This organization has no partner to detach from'),
  not_claimed_yet: envelope(400, 'This organization must be claimed before it can leave its partner'),
});
