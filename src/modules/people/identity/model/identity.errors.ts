import { auth, declareErrors, flat } from '../../../../kernel/errors/error-definition.js';

/**
 * The codes of `/auth/*` (01 §11.2; on the wire in capitals) and the flat answers of session sync (01 §12).
 * `email_taken` stands for both an existing account and the loser of two simultaneous sign-ups.
 */
export const identityErrors = declareErrors({
  invalid_email_or_password: auth(401, 'Invalid email or password.'),
  invalid_email: auth(400, 'This is not an email address.'),
  password_too_short: auth(400, 'The password needs at least 8 characters.'),
  password_too_long: auth(400, 'The password may have at most 128 characters.'),
  email_taken: auth(422, 'An account with this email already exists. Use another email.', {
    wireCode: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    constraint: 'users_email_key',
  }),
  email_password_sign_up_disabled: auth(400, 'You cannot create an account on this server.'),
  invalid_password: auth(400, 'The current password is wrong.'),
  credential_account_not_found: auth(400, 'This account has no password.'),
  invalid_token: auth(400, 'This link is no longer valid.'),
  invalid_callback_url: auth(403, 'This redirect target is not allowed.'),
  provider_not_found: auth(404, 'This sign-in method is not available here.'),
  provider_unavailable: auth(502, 'The sign-in provider could not be reached. Please try again.', {
    external: true,
  }),
  auth_validation_error: auth(400, 'The request is not valid.', { wireCode: 'VALIDATION_ERROR' }),
  session_missing: flat(401, 'You are not signed in.'),
  session_needs_sso: flat(401, 'This organization requires single sign-on.'),
  session_sync_failed: flat(500, 'You could not be signed in. Please try again.'),
  sign_in_identity_conflict: flat(409, 'This email belongs to an account with another way to sign in.'),
});
