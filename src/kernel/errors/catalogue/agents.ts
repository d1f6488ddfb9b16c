import type { ErrorDefinition } from '../error-definition.js';

export const agentErrors = {} as const satisfies Record<string, ErrorDefinition>;

export const agentConstraints = {} as const;
