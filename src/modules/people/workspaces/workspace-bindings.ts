import { Injectable } from '@nestjs/common';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isPlaceholder } from '../organizations/placeholders.js';
import { WorkspaceBindingEntity } from './workspace-binding.entity.js';
import { WorkspaceEntity } from './workspace.entity.js';

export interface PersonBinding extends Pick<WorkspaceBindingEntity, 'id' | 'role' | 'createdAt'> {
  userId: string;
  name: string | null;
  email: string;
  /** Who made the workspace; gives nothing by itself (05 §5.1.3). */
  isOwner: boolean;
}

export interface GroupBinding extends Pick<WorkspaceBindingEntity, 'id' | 'createdAt'> {
  groupId: string;
  name: string;
  memberCount: number;
}

export interface Bindings {
  users: PersonBinding[];
  groups: GroupBinding[];
}

const PEOPLE = `
  SELECT ${selection(WorkspaceBindingEntity, ['id', 'userId', 'role', 'createdAt'], 'b')}, u.name, u.email,
    w.created_by_user_id IS NOT DISTINCT FROM b.user_id AS "isOwner"
  FROM workspace_bindings b JOIN workspaces w ON w.id = b.workspace_id JOIN users u ON u.id = b.user_id
  WHERE b.workspace_id = $1 AND NOT ${isPlaceholder('u.email')} ORDER BY b.created_at, b.id`;

const GROUPS = `
  SELECT ${selection(WorkspaceBindingEntity, ['id', 'groupId', 'createdAt'], 'b')}, g.name,
    (SELECT count(*)::int FROM user_group_members p WHERE p.group_id = g.id) AS "memberCount"
  FROM workspace_bindings b JOIN user_groups g ON g.id = b.group_id
  WHERE b.workspace_id = $1 ORDER BY b.created_at, b.id`;

/** Who may use a workspace besides administrators (05 §5.1). Placeholders are not among them. */
@Injectable()
export class WorkspaceBindings {
  async of(q: Queryable, workspaceId: string): Promise<Bindings> {
    return {
      users: await q.query<PersonBinding>(PEOPLE, [workspaceId]),
      groups: await q.query<GroupBinding>(GROUPS, [workspaceId]),
    };
  }

  /** The workspace becomes somebody else's own, under their name; its slug, which links may hold, stays (05 §11.5.2). */
  async handOver(
    tx: Tx,
    workspaceId: string,
    { from, to, name }: { from: string; to: string; name: string },
  ): Promise<void> {
    await tx.repository(WorkspaceEntity).update({ id: workspaceId }, { createdByUserId: to, name });
    await tx.repository(WorkspaceBindingEntity).delete({ workspaceId, userId: from });
    await this.bindPeople(tx, workspaceId, [{ userId: to, role: 'owner' }]);
  }

  /** All that is the one's in the organization becomes the other's, under the names it has (07 A7.4.3). */
  async handOverAll(
    tx: Tx,
    organizationId: string,
    { from, to }: { from: string; to: string },
  ): Promise<void> {
    const workspaces = await tx.query<{ id: string }>(
      `UPDATE workspaces SET created_by_user_id = $3 WHERE organization_id = $1 AND created_by_user_id = $2
       RETURNING id`,
      [organizationId, from, to],
    );
    const bound = await tx.query<{ id: string }>(
      `DELETE FROM workspace_bindings b USING workspaces w
       WHERE w.id = b.workspace_id AND w.organization_id = $1 AND b.user_id = $2 RETURNING w.id`,
      [organizationId, from],
    );
    for (const id of new Set([...workspaces, ...bound].map(({ id }) => id)))
      await this.bindPeople(tx, id, [{ userId: to, role: 'owner' }]);
  }

  async bindPeople(
    tx: Tx,
    workspaceId: string,
    people: readonly { userId: string; role: 'owner' | 'member' }[],
  ): Promise<void> {
    await tx.query(
      `INSERT INTO workspace_bindings (workspace_id, user_id, role)
       SELECT $1, person.user_id, person.role FROM unnest($2::uuid[], $3::text[]) AS person (user_id, role)
       ON CONFLICT ON CONSTRAINT workspace_bindings_principal_key DO UPDATE SET role = excluded.role`,
      [workspaceId, people.map(({ userId }) => userId), people.map(({ role }) => role)],
    );
  }

  async bindGroups(tx: Tx, workspaceId: string, groupIds: readonly string[]): Promise<void> {
    await tx.query(
      `INSERT INTO workspace_bindings (workspace_id, group_id, role)
       SELECT $1, unnest($2::uuid[]), 'member' ON CONFLICT DO NOTHING`,
      [workspaceId, groupIds],
    );
  }

  async unbind(tx: Tx, workspaceId: string, bindingIds: readonly string[]): Promise<void> {
    await tx.query(`DELETE FROM workspace_bindings WHERE workspace_id = $1 AND id = ANY($2::uuid[])`, [
      workspaceId,
      bindingIds,
    ]);
  }
}
