import type { ErrorDefinition } from '../error-definition.js';

export const userErrors = {} as const satisfies Record<string, ErrorDefinition>;
