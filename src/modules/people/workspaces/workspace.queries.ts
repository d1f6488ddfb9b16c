import { Injectable } from '@nestjs/common';
import { AccessQueries } from '../../../kernel/access/queries/access.queries.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { workspacePrincipals } from '../../../kernel/access/queries/workspace-sql.js';
import type { Queryable } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { WorkspaceEntity } from './workspace.entity.js';
import { isPlaceholder } from '../organizations/placeholders.js';
import type { VisibleWorkspace } from './workspace.view.js';

/** Who an agent of the workspace acts for in rule identities; the same for all its agents (02 §10). */
export interface WorkspacePrincipals {
  userIds: string[];
  groupIds: string[];
}

const PRINCIPALS = `
  WITH ${workspacePrincipals('$1', '$2')}
  SELECT ARRAY(SELECT user_id::text FROM principal_users) AS "userIds",
    ARRAY(SELECT group_id::text FROM principal_groups) AS "groupIds"`;

/** Reads of workspaces. Visibility and management are conditions of the statement itself (01 §16.1, §16.6). */
@Injectable()
export class WorkspaceQueries {
  private readonly visible: string;

  /** The counts read tables of other modules, and only count. */
  constructor(access: AccessQueries) {
    this.visible = `
      SELECT ${selection(WorkspaceEntity, ['id', 'name', 'slug', 'createdAt'], 'w')},
        (SELECT count(*)::int FROM agents AS agent WHERE agent.workspace_id = w.id) AS "agentCount",
        (SELECT count(*)::int FROM secrets AS secret WHERE secret.organization_id = w.organization_id
           AND (secret.workspace_id = w.id OR secret.workspace_id IS NULL)) +
        (SELECT count(*)::int FROM connections AS connection WHERE connection.organization_id = w.organization_id
           AND (connection.workspace_id = w.id OR connection.workspace_id IS NULL)
           AND connection.status = 'connected') AS "resourceCount",
        creator.id AS "ownerId", creator.name AS "ownerName", creator.email AS "ownerEmail",
        ${access.manageableWorkspaces('w.id')} AS "manageable"
      FROM workspaces AS w
      JOIN memberships AS m ON m.organization_id = w.organization_id AND m.status = 'active'
      LEFT JOIN users AS creator ON creator.id = w.created_by_user_id AND NOT ${isPlaceholder('creator.email')}
      WHERE w.organization_id = $1 AND m.user_id = $2 AND ${access.visibleWorkspaces('w.id')}`;
  }

  /** Every workspace the caller can see, oldest first. */
  list(q: Queryable, caller: OrganizationCaller): Promise<VisibleWorkspace[]> {
    return q.query<VisibleWorkspace>(`${this.visible} ORDER BY w.created_at, w.id`, [
      caller.organizationId,
      caller.userId,
    ]);
  }

  async find(
    q: Queryable,
    caller: OrganizationCaller,
    workspaceId: string,
  ): Promise<VisibleWorkspace | undefined> {
    const [row] = await q.query<VisibleWorkspace>(`${this.visible} AND w.id = $3`, [
      caller.organizationId,
      caller.userId,
      workspaceId,
    ]);
    return row;
  }

  async principals(
    q: Queryable,
    { organizationId, workspaceId }: WorkspaceScope,
  ): Promise<WorkspacePrincipals> {
    const [row] = await q.query<WorkspacePrincipals>(PRINCIPALS, [organizationId, workspaceId]);
    return row ?? { userIds: [], groupIds: [] };
  }
}
