import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** Errors of sharing (05 §5.2). */
export const workspaceAccessErrors = declareErrors({
  access_principal_unknown: envelope(
    400,
    'Only active members and groups of the organization can be given a workspace',
  ),
});
