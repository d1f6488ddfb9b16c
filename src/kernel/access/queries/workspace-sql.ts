/**
 * SQL fragments for "may this person use / manage this workspace" (01 §6.5, §6.6). Each expects the caller's
 * *active* membership row joined as `m` and the workspace id as an expression of the surrounding statement.
 * Arguments are SQL text written in our code, never input.
 */

/** Enforcement on: organization admin or owner, or a binding of the person or of one of their groups. */
export function usableWorkspace(workspaceId: string, rolesEnforced: boolean): string {
  if (!rolesEnforced) return 'true';
  return `(m.role IN ('owner', 'admin') OR EXISTS (
    SELECT 1 FROM workspace_bindings b
    WHERE b.workspace_id = ${workspaceId} AND (b.user_id = m.user_id
      OR b.group_id IN (SELECT g.group_id FROM user_group_members g WHERE g.user_id = m.user_id))))`;
}

/** Enforcement on: organization admin or owner, or a binding of the person itself as owner; groups never manage. */
export function manageableWorkspace(workspaceId: string, rolesEnforced: boolean): string {
  if (!rolesEnforced) return 'true';
  return `(m.role IN ('owner', 'admin') OR EXISTS (
    SELECT 1 FROM workspace_bindings b
    WHERE b.workspace_id = ${workspaceId} AND b.user_id = m.user_id AND b.role = 'owner'))`;
}

/**
 * The default workspace of 01 §5.3 for the person `userId`, optionally inside one organization, as a subselect
 * of `workspace_id`, `organization_id`, `role`. Both passes in one order: what they claimed last, then own workspaces,
 * then memberships and workspaces by age, ties by id.
 */
export function defaultWorkspaceSelect(
  userId: string,
  organizationId: string | null,
  rolesEnforced: boolean,
): string {
  return `SELECT w.id AS workspace_id, m.organization_id, m.role
    FROM memberships m JOIN workspaces w ON w.organization_id = m.organization_id
    WHERE m.user_id = ${userId} AND m.status = 'active'
      ${organizationId === null ? '' : `AND m.organization_id = ${organizationId}`}
      AND ${usableWorkspace('w.id', rolesEnforced)}
    ORDER BY m.preferred_at DESC NULLS LAST, (w.created_by_user_id IS NOT DISTINCT FROM m.user_id) DESC,
      m.created_at, m.organization_id, w.created_at, w.id
    LIMIT 1`;
}

/**
 * Common table expressions for the people behind a workspace; the arguments are SQL expressions for its
 * organization's and its own id. Only explicit access counts: what administrators or a flat team have anyway
 * adds nobody.
 *
 * - `holders (user_id, status)`: members with access, directly or through a group, suspended ones too (05 §2.8);
 * - `principal_users (user_id)`, `principal_groups (group_id)`: who its agents act for in rules (02 §10).
 */
export function workspacePrincipals(organizationId: string, workspaceId: string): string {
  return `holders AS (
      SELECT DISTINCT m.user_id, m.status
      FROM workspace_bindings b
      LEFT JOIN user_group_members g ON g.group_id = b.group_id
      JOIN memberships m ON m.organization_id = ${organizationId} AND m.user_id = coalesce(b.user_id, g.user_id)
      WHERE b.workspace_id = ${workspaceId}
    ),
    principal_users AS (SELECT user_id FROM holders WHERE status = 'active'),
    principal_groups AS (
      SELECT b.group_id FROM workspace_bindings b
      WHERE b.workspace_id = ${workspaceId} AND b.group_id IS NOT NULL
      UNION
      SELECT g.group_id FROM user_groups u JOIN user_group_members g ON g.group_id = u.id
      WHERE u.organization_id = ${organizationId} AND g.user_id IN (SELECT user_id FROM principal_users)
    )`;
}
