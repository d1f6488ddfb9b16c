import type { ErrorDefinition } from '../error-definition.js';

/** Errors of the caller's own account (01 §17). */
export const userErrors = {
  user_not_found: { status: 404, surface: 'envelope', message: 'User not found' },
} as const satisfies Record<string, ErrorDefinition>;
