import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** What only stored state can tell (03 §9.2). */
export const availabilityErrors = declareErrors({
  availability_identity_unknown: {
    status: 422,
    surface: 'envelope',
    type: 'validation_error',
    message: 'A user is not an active member of the organization, or a group does not belong to it',
  },
  availability_app_unknown: { status: 400, surface: 'envelope', message: 'Unknown app provider' },
});
