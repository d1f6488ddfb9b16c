import type { ErrorDefinition } from '../error-definition.js';

export const identityErrors = {} as const satisfies Record<string, ErrorDefinition>;

export const identityConstraints = {} as const;
