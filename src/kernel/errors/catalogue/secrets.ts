import type { ErrorDefinition } from '../error-definition.js';

export const secretErrors = {} as const satisfies Record<string, ErrorDefinition>;
