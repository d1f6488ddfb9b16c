import { declareErrors, flat } from '../../../../kernel/errors/error-definition.js';

export const oidcErrors = declareErrors({
  /** The words are those of the standard (OpenID Connect Back-Channel Logout 1.0 §2.8). */
  logout_token_refused: flat(400, 'invalid_request'),
});
