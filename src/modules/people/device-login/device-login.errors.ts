import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** Refusals of CLI device login, flat (01 §14). Polling never meets one: an unknown code reads as expired. */
export const deviceLoginErrors = declareErrors({
  device_login_expired: {
    status: 400,
    surface: 'flat',
    message: 'This login code has expired. Start the login again.',
  },
  device_login_unknown: { status: 404, surface: 'flat', message: 'Nobody is waiting with this login code.' },
  device_login_confirmed: { status: 409, surface: 'flat', message: 'This login was confirmed already.' },
  device_login_failed: {
    status: 500,
    surface: 'flat',
    message: 'The login could not be started. Please try again.',
  },
});
