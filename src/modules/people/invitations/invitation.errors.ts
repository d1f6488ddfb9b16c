import { declareErrors, envelope, flat } from '../../../kernel/errors/error-definition.js';

/** Errors of invitations (01 §15). */
export const invitationErrors = declareErrors({
  already_a_member: envelope(409, 'This person is already a member of the organization.'),
  invitation_not_pending: flat(404, 'There is no such pending invitation.'),
  invitation_not_found: flat(404, 'This invitation is no longer valid.'),
  invitation_unusable: flat(400, 'This invitation is no longer valid.'),
  invitation_of_another: flat(400, 'This invitation is addressed to another email address.'),
});
