import type { ErrorDefinition } from '../error-definition.js';

export const grantErrors = {
  connection_not_found: { status: 404, surface: 'envelope', message: 'Connection not found' },
} as const satisfies Record<string, ErrorDefinition>;
