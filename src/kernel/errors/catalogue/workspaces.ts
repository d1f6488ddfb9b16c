import type { ErrorDefinition } from '../error-definition.js';

/** Errors of workspaces (01 §16). */
export const workspaceErrors = {
  workspace_not_found: { status: 404, surface: 'envelope', message: 'Workspace not found' },
  workspace_slug_taken: {
    status: 409,
    surface: 'envelope',
    message: 'A workspace with this name already exists',
  },
  only_workspace: {
    status: 400,
    surface: 'envelope',
    message: 'The only workspace of an organization cannot be deleted',
  },
} as const satisfies Record<string, ErrorDefinition>;

export const workspaceConstraints = {
  workspaces_organization_id_slug_key: 'workspace_slug_taken',
} as const;
