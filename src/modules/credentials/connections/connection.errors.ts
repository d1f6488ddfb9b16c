import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** The workspace surface is flat, the organization's enveloped (03 §7, §8). */
export const connectionErrors = declareErrors({
  app_connection_not_found: { status: 404, surface: 'flat', message: 'Connection not found' },
  shared_connection_not_found: { status: 404, surface: 'envelope', message: 'Connection not found' },
});
