import type { ErrorDefinition } from '../error-definition.js';

export const grantErrors = {} as const satisfies Record<string, ErrorDefinition>;
