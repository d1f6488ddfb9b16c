import type { ErrorDefinition } from '../error-definition.js';

export const instanceErrors = {} as const satisfies Record<string, ErrorDefinition>;
