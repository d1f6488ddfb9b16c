import { declareErrors, flat } from '../../../kernel/errors/error-definition.js';

export const installerErrors = declareErrors({
  command_line_missing: flat(503, 'This server was built without the command line.'),
  install_key_refused: flat(401, 'Invalid API key.'),
});
