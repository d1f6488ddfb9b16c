import { declareErrors, flat } from '../../../kernel/errors/error-definition.js';

export const installerErrors = declareErrors({
  install_key_refused: flat(401, 'Invalid API key.'),
});
