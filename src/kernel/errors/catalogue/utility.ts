import type { ErrorDefinition } from '../error-definition.js';

export const utilityErrors = {} as const satisfies Record<string, ErrorDefinition>;
