import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

/** Errors of workspaces (01 §16). */
export const workspaceErrors = declareErrors({
  workspace_not_found: envelope(404, 'Workspace not found'),
  workspace_slug_taken: envelope(409, 'A workspace with this name already exists', {
    constraint: 'workspaces_organization_id_slug_key',
  }),
  only_workspace: envelope(400, 'The only workspace of an organization cannot be deleted'),
});
