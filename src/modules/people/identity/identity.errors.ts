import { declareErrors } from '../../../kernel/errors/error-definition.js';

/**
 * The codes of `/auth/*` (01 §11.2; on the wire in capitals) and the flat answers of session sync (01 §12).
 * `email_taken` stands for both an existing account and the loser of two simultaneous sign-ups.
 */
export const identityErrors = declareErrors({
  invalid_email_or_password: { status: 401, surface: 'auth', message: 'Invalid email or password.' },
  invalid_email: { status: 400, surface: 'auth', message: 'This is not an email address.' },
  password_too_short: { status: 400, surface: 'auth', message: 'The password needs at least 8 characters.' },
  password_too_long: {
    status: 400,
    surface: 'auth',
    message: 'The password may have at most 128 characters.',
  },
  email_taken: {
    status: 422,
    surface: 'auth',
    wireCode: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    constraint: 'users_email_key',
    message: 'An account with this email already exists. Use another email.',
  },
  email_password_sign_up_disabled: {
    status: 400,
    surface: 'auth',
    message: 'Creating an account is not open to you on this server.',
  },
  invalid_password: { status: 400, surface: 'auth', message: 'The current password is wrong.' },
  credential_account_not_found: { status: 400, surface: 'auth', message: 'This account has no password.' },
  invalid_token: { status: 400, surface: 'auth', message: 'This link is not valid any more.' },
  invalid_callback_url: { status: 403, surface: 'auth', message: 'This redirect target is not allowed.' },
  provider_not_found: {
    status: 404,
    surface: 'auth',
    message: 'This way to sign in is not offered here.',
  },
  provider_unavailable: {
    status: 502,
    surface: 'auth',
    external: true,
    message: 'The sign-in provider could not be reached. Please try again.',
  },
  auth_validation_error: {
    status: 400,
    surface: 'auth',
    wireCode: 'VALIDATION_ERROR',
    message: 'The request is not valid.',
  },
  session_missing: { status: 401, surface: 'flat', message: 'You are not signed in.' },
  session_needs_sso: {
    status: 401,
    surface: 'flat',
    message: 'This organization requires single sign-on.',
  },
  session_sync_failed: {
    status: 500,
    surface: 'flat',
    message: 'You could not be signed in. Please try again.',
  },
  sign_in_identity_conflict: {
    status: 409,
    surface: 'flat',
    message: 'This email belongs to an account with another way to sign in.',
  },
});
