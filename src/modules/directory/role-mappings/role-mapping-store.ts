import { Injectable } from '@nestjs/common';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { RoleMappingEntity } from './role-mapping.entity.js';

export interface RoleMappingRow extends RoleMappingEntity {
  groupName: string;
  memberCount: number;
}

const MAPPINGS = `
  SELECT ${selection(RoleMappingEntity, undefined, 'r')}, g.name AS "groupName",
    (SELECT count(*)::int FROM user_group_members p WHERE p.group_id = r.group_id) AS "memberCount"
  FROM role_mappings r JOIN user_groups g ON g.id = r.group_id
  WHERE r.organization_id = $1`;

/** Rows of `role_mappings`; writers hold the organization. */
@Injectable()
export class RoleMappingStore {
  /** The one that wins first. */
  list(q: Queryable, organizationId: string): Promise<RoleMappingRow[]> {
    return q.query<RoleMappingRow>(`${MAPPINGS} ORDER BY r.priority DESC, r.created_at, r.id`, [
      organizationId,
    ]);
  }

  async find(q: Queryable, organizationId: string, id: string): Promise<RoleMappingRow | null> {
    if (!isUuid(id)) return null;
    const [row] = await q.query<RoleMappingRow>(`${MAPPINGS} AND r.id = $2`, [organizationId, id]);
    return row ?? null;
  }

  /** One below the lowest there is; 0 for the first. Never below what the column's bounds allow (05 §4.1). */
  async lowestPriority(q: Queryable, organizationId: string): Promise<number> {
    const [row] = await q.query<{ priority: number }>(
      `SELECT greatest(coalesce(min(priority) - 1, 0), -1000000)::int AS priority
       FROM role_mappings WHERE organization_id = $1`,
      [organizationId],
    );
    return row!.priority;
  }

  async insert(
    tx: Tx,
    mapping: Pick<RoleMappingEntity, 'organizationId' | 'groupId' | 'role' | 'priority'>,
  ): Promise<string> {
    const [row] = await tx.query<{ id: string }>(
      `INSERT INTO role_mappings (organization_id, group_id, role, priority) VALUES ($1, $2, $3, $4) RETURNING id`,
      [mapping.organizationId, mapping.groupId, mapping.role, mapping.priority],
    );
    return row!.id;
  }

  async change(
    tx: Tx,
    id: string,
    change: Partial<Pick<RoleMappingEntity, 'role' | 'priority'>>,
  ): Promise<void> {
    await tx.repository(RoleMappingEntity).update({ id }, { ...change, updatedAt: () => 'now()' });
  }

  /** The first gets the number of mappings, the last 1. */
  async reorder(tx: Tx, organizationId: string, orderedIds: readonly string[]): Promise<void> {
    await tx.query(
      `UPDATE role_mappings r SET priority = $3::int - place.at::int + 1, updated_at = now()
       FROM unnest($2::uuid[]) WITH ORDINALITY AS place (id, at)
       WHERE r.id = place.id AND r.organization_id = $1`,
      [organizationId, orderedIds, orderedIds.length],
    );
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.repository(RoleMappingEntity).delete({ id });
  }

  /** Everybody in one of these groups. */
  async membersOf(tx: Tx, groupIds: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `SELECT DISTINCT user_id AS id FROM user_group_members WHERE group_id = ANY($1::uuid[])`,
      [groupIds],
    );
    return rows.map(({ id }) => id);
  }
}
