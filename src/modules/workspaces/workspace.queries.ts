import type { OrganizationCaller } from '../../kernel/access/caller.js';
import type { Queryable } from '../../kernel/database/database.js';
import type { WorkspaceRow } from './workspace.view.js';

/**
 * Visibility is part of the statement (01 §16.1): all workspaces for callers who pass the admin check, otherwise
 * those bound to them directly or through a group. The counts read tables of other modules, and only count.
 */
const VISIBLE = `
  SELECT w.id, w.name, w.slug, w.created_at AS "createdAt",
    (SELECT count(*)::int FROM agents AS agent WHERE agent.workspace_id = w.id) AS "agentCount",
    (SELECT count(*)::int FROM secrets AS secret WHERE secret.organization_id = w.organization_id
       AND (secret.workspace_id = w.id OR secret.workspace_id IS NULL)) AS "resourceCount",
    creator.id AS "ownerId", creator.name AS "ownerName", creator.email AS "ownerEmail",
    EXISTS (SELECT 1 FROM workspace_bindings AS own
            WHERE own.workspace_id = w.id AND own.user_id = $2 AND own.role = 'owner') AS "boundAsOwner"
  FROM workspaces AS w
  LEFT JOIN users AS creator ON creator.id = w.created_by_user_id
  WHERE w.organization_id = $1
    AND ($3 OR EXISTS (
      SELECT 1 FROM workspace_bindings AS binding
      WHERE binding.workspace_id = w.id
        AND (binding.user_id = $2 OR EXISTS (
          SELECT 1 FROM user_group_members AS member
          WHERE member.group_id = binding.group_id AND member.user_id = $2))))`;

/** Oldest first. */
export function visibleWorkspaces(q: Queryable, caller: OrganizationCaller): Promise<WorkspaceRow[]> {
  return q.query<WorkspaceRow>(`${VISIBLE} ORDER BY w.created_at, w.id`, viewerOf(caller));
}

export async function visibleWorkspace(
  q: Queryable,
  caller: OrganizationCaller,
  workspaceId: string,
): Promise<WorkspaceRow | undefined> {
  const [row] = await q.query<WorkspaceRow>(`${VISIBLE} AND w.id = $4`, [...viewerOf(caller), workspaceId]);
  return row;
}

function viewerOf(caller: OrganizationCaller): unknown[] {
  return [caller.organizationId, caller.userId, caller.isAdmin];
}
