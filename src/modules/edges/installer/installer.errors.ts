import { declareErrors } from '../../../kernel/errors/error-definition.js';

export const installerErrors = declareErrors({
  install_key_refused: { status: 401, surface: 'flat', message: 'Invalid API key.' },
});
