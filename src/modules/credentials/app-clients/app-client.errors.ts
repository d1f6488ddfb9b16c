import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** Own OAuth clients (03 §4, §6). */
export const appClientErrors = declareErrors({
  app_not_configurable: {
    status: 400,
    surface: 'flat',
    message: 'This app does not accept an OAuth client of your own',
  },
  app_config_invalid: { status: 400, surface: 'flat', message: 'Invalid request body' },
  app_config_not_found: { status: 404, surface: 'envelope', message: 'No client is stored for this app' },
});
