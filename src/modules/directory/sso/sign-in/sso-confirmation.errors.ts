import { declareErrors, envelope } from '../../../../kernel/errors/error-definition.js';

export const ssoConfirmationErrors = declareErrors({
  sso_confirmation_unknown: envelope(
    404,
    'This sign-in has ended or was started in another browser. Sign in again from the login page.',
  ),
  sso_confirmation_password: envelope(400, 'The password is wrong.', { wireCode: 'wrong_password' }),
});
