import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { isPlaceholder } from '../../people/organizations/placeholders.js';
import { GroupEntity } from './group.entity.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';

export type NewGroup = Pick<GroupEntity, 'name'> & Partial<Pick<GroupEntity, 'source' | 'externalId'>>;

/** Rows of `user_groups` and `user_group_members`; the caller holds the organization. */
@Injectable()
export class GroupStore {
  constructor(private readonly limits: OrganizationLimits) {}

  async insert(
    tx: Tx,
    organizationId: string,
    { name, source = 'manual', externalId = null }: NewGroup,
  ): Promise<string> {
    await this.limits.requireRoom(tx, 'groups', organizationId);
    const [{ id } = { id: '' }] = await tx.query<Pick<GroupEntity, 'id'>>(
      `INSERT INTO user_groups (organization_id, name, source, external_id) VALUES ($1, $2, $3, $4)
       RETURNING ${selection(GroupEntity, ['id'])}`,
      [organizationId, name, source, externalId],
    );
    return id;
  }

  async change(
    tx: Tx,
    id: string,
    change: Partial<Pick<GroupEntity, 'name' | 'source' | 'externalId'>> = {},
  ): Promise<void> {
    await tx.repository(GroupEntity).update({ id }, { ...change, updatedAt: () => 'now()' });
  }

  /** Memberships, bindings and the mapping go along by foreign keys. Answers who was in it. */
  async delete(tx: Tx, id: string): Promise<string[]> {
    const members = await this.memberIds(tx, id);
    await tx.repository(GroupEntity).delete({ id });
    return members;
  }

  async memberIds(tx: Tx, groupId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `SELECT user_id AS id FROM user_group_members WHERE group_id = $1`,
      [groupId],
    );
    return idsOf(rows);
  }

  /** Those among the ids who are members of the organization in any status, and people (05 §3.1). */
  async membersAmong(tx: Tx, organizationId: string, userIds: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }>(
      `SELECT m.user_id AS id FROM memberships m JOIN users u ON u.id = m.user_id
       WHERE m.organization_id = $1 AND m.user_id = ANY($2::uuid[]) AND NOT ${isPlaceholder('u.email')}`,
      [organizationId, userIds.filter(isUuid)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Answers those who were not in it. */
  async add(tx: Tx, groupId: string, userIds: readonly string[]): Promise<string[]> {
    if (userIds.length === 0) return [];
    const rows = await tx.query<{ id: string }>(
      `INSERT INTO user_group_members (group_id, user_id) SELECT $1, unnest($2::uuid[])
       ON CONFLICT DO NOTHING RETURNING user_id AS id`,
      [groupId, userIds],
    );
    return idsOf(rows);
  }

  /** Answers those who were in it. */
  async remove(tx: Tx, groupId: string, userIds: readonly string[]): Promise<string[]> {
    if (userIds.length === 0) return [];
    const rows = await tx.query<{ id: string }>(
      `DELETE FROM user_group_members WHERE group_id = $1 AND user_id = ANY($2::uuid[]) RETURNING user_id AS id`,
      [groupId, userIds],
    );
    return idsOf(rows);
  }

  /** Everybody but these. */
  async removeOthers(tx: Tx, groupId: string, userIds: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `DELETE FROM user_group_members WHERE group_id = $1 AND user_id <> ALL($2::uuid[]) RETURNING user_id AS id`,
      [groupId, userIds],
    );
    return idsOf(rows);
  }
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
