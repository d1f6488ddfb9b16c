import type { ErrorDefinition } from '../error-definition.js';

export const workspaceErrors = {} as const satisfies Record<string, ErrorDefinition>;

export const workspaceConstraints = {} as const;
