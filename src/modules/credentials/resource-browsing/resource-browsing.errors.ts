import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** What people see when they choose folders or repositories of an account (03 §13.6). */
export const browsingErrors = declareErrors({
  browsed_connection_not_found: {
    status: 404,
    surface: 'envelope',
    type: 'not_found_error',
    message: 'Connection not found',
  },
  browsing_refused: {
    status: 400,
    surface: 'envelope',
    external: true,
    message: 'The provider does not show this to the connected account.',
  },
  browsing_without_token: {
    status: 400,
    surface: 'envelope',
    message: 'The connection has no usable token. Connect the account again.',
  },
  browsed_provider_unreachable: {
    status: 500,
    surface: 'envelope',
    type: 'api_error',
    external: true,
    message: 'The provider cannot be reached at the moment.',
  },
});
