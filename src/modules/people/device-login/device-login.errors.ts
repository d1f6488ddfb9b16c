import { declareErrors, flat } from '../../../kernel/errors/error-definition.js';

/** Refusals of CLI device login, flat (01 §14). Polling never meets one: an unknown code reads as expired. */
export const deviceLoginErrors = declareErrors({
  device_login_expired: flat(400, 'This login code has expired. Start the login again.'),
  device_login_unknown: flat(404, 'No login is waiting with this code.'),
  device_login_confirmed: flat(409, 'This login was confirmed already.'),
  device_login_failed: flat(500, 'The login could not be started. Please try again.'),
});
