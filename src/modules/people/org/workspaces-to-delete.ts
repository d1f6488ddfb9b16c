import type { Queryable, Tx } from '../../../kernel/database/database.js';
import type { DepartingWorkspaceResponse } from './dto/member-removal.dto.js';

/** A person in an organization. */
export interface Member {
  organizationId: string;
  userId: string;
}

/** What ends with a departure. */
export type WorkspaceToDelete = Pick<DepartingWorkspaceResponse, 'id' | 'name'>;

/**
 * Workspaces that go with a member (01 §18.7 rule 2): made by them, still theirs, and nobody else's. A binding of
 * somebody suspended counts as somebody else's. The one wording of the rule, for preview and deed.
 */
const DOOMED = `
  SELECT w.id, w.name FROM workspaces w
  WHERE w.organization_id = $1 AND w.created_by_user_id = $2
    AND EXISTS (SELECT 1 FROM workspace_bindings b WHERE b.workspace_id = w.id AND b.user_id = $2)
    AND NOT EXISTS (
      SELECT 1 FROM workspace_bindings b WHERE b.workspace_id = w.id AND b.user_id IS DISTINCT FROM $2)
  ORDER BY w.created_at, w.id`;

export function workspacesToDelete(
  q: Queryable,
  { organizationId, userId }: Member,
): Promise<WorkspaceToDelete[]> {
  return q.query<WorkspaceToDelete>(DOOMED, [organizationId, userId]);
}

/** The same with the candidates locked first, so that none of them can be shared while it is being deleted. */
export async function lockDoomedWorkspaces(tx: Tx, member: Member): Promise<WorkspaceToDelete[]> {
  await tx.query(
    `SELECT 1 FROM workspaces WHERE organization_id = $1 AND created_by_user_id = $2 ORDER BY id FOR UPDATE`,
    [member.organizationId, member.userId],
  );
  return workspacesToDelete(tx, member);
}

/** The same as previews show them: with the chat apps that are taken away with their agents (01 §16.5). */
export async function withChannelApps(
  q: Queryable,
  workspaces: readonly WorkspaceToDelete[],
): Promise<DepartingWorkspaceResponse[]> {
  const rows = await q.query<{ workspaceId: string; provider: string }>(
    `SELECT a.workspace_id AS "workspaceId", p.provider
     FROM channel_presences p JOIN agents a ON a.id = p.agent_id
     WHERE a.workspace_id = ANY ($1) ORDER BY p.created_at, p.id`,
    [workspaces.map(({ id }) => id)],
  );
  const apps = Map.groupBy(rows, ({ workspaceId }) => workspaceId);
  return workspaces.map(({ id, name }) => ({
    id,
    name,
    channelApps: (apps.get(id) ?? []).map(({ provider }) => ({ provider })),
  }));
}
