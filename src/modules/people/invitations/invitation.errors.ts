import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** Errors of invitations (01 §15). */
export const invitationErrors = declareErrors({
  already_a_member: {
    status: 409,
    surface: 'envelope',
    message: 'This person is a member of the organization already.',
  },
  invitation_not_pending: { status: 404, surface: 'flat', message: 'There is no such pending invitation.' },
  invitation_not_found: { status: 404, surface: 'flat', message: 'This invitation is not valid any more.' },
  invitation_unusable: { status: 400, surface: 'flat', message: 'This invitation is not valid any more.' },
  invitation_of_another: {
    status: 400,
    surface: 'flat',
    message: 'This invitation is addressed to another email address.',
  },
});
