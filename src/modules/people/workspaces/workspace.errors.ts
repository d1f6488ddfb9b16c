import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** Errors of workspaces (01 §16). */
export const workspaceErrors = declareErrors({
  workspace_not_found: { status: 404, surface: 'envelope', message: 'Workspace not found' },
  workspace_slug_taken: {
    status: 409,
    surface: 'envelope',
    message: 'A workspace with this name already exists',
    constraint: 'workspaces_organization_id_slug_key',
  },
  only_workspace: {
    status: 400,
    surface: 'envelope',
    message: 'The only workspace of an organization cannot be deleted',
  },
});
