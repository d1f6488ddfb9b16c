import { Injectable } from '@nestjs/common';
import type { FindOptionsWhere } from 'typeorm';
import { IsNull } from 'typeorm';
import type { Queryable, Store, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { SkillEntity } from './skill.entity.js';

/** Whose a skill is, with what that belongs to. */
export type SkillOwner = Pick<SkillEntity, 'organizationId' | 'workspaceId' | 'agentId'>;

/** What of a skill people write. */
export type SkillText = Pick<SkillEntity, 'description' | 'content' | 'files' | 'enabled'>;

export interface SkillRow extends Omit<SkillEntity, 'createdByUserId'> {
  createdByEmail: string | null;
}

/** Without texts, which are 32,000 characters each. */
export interface SkillListRow extends Omit<SkillRow, 'content' | 'files'> {
  fileCount: number;
}

const LISTED = [
  'id',
  'organizationId',
  'workspaceId',
  'agentId',
  'name',
  'description',
  'enabled',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof SkillEntity)[];
const CREATOR = `(SELECT u.email FROM users u WHERE u.id = s.created_by_user_id) AS "createdByEmail"`;
const LIST = `${selection(SkillEntity, LISTED, 's')}, ${CREATOR}, jsonb_array_length(s.files) AS "fileCount"`;
const WHOLE = `${selection(SkillEntity, [...LISTED, 'content', 'files'], 's')}, ${CREATOR}`;
/** What is visible in a workspace; with null for it, what is the organization's own. */
const VISIBLE = 's.organization_id = $1 AND (s.workspace_id IS NULL OR s.workspace_id = $2)';
const SCOPE = `CASE WHEN s.agent_id IS NOT NULL THEN 'agent' WHEN s.workspace_id IS NULL THEN 'organization'
  ELSE 'workspace' END`;

export interface SkillPlace {
  organizationId: string;
  workspaceId: string | null;
}

/** The rows of `skills`; every statement names the organization, and the workspace where there is one. */
@Injectable()
export class SkillStore {
  /** By scope, then name. */
  list(q: Queryable, { organizationId, workspaceId }: SkillPlace): Promise<SkillListRow[]> {
    return q.query<SkillListRow>(
      `SELECT ${LIST} FROM skills s WHERE ${VISIBLE} ORDER BY ${SCOPE}, s.name COLLATE "C", s.id`,
      [organizationId, workspaceId],
    );
  }

  /** With their texts: what the agent could load. */
  ofAgent(q: Queryable, { organizationId, workspaceId }: SkillPlace, agentId: string): Promise<SkillRow[]> {
    return q.query<SkillRow>(
      `SELECT ${WHOLE} FROM skills s WHERE ${VISIBLE} AND (s.agent_id IS NULL OR s.agent_id = $3) AND s.enabled`,
      [organizationId, workspaceId, agentId],
    );
  }

  find(q: Queryable, place: SkillPlace, skillId: string): Promise<SkillRow | null> {
    return this.one(q, place, skillId, '');
  }

  /** Kept from being changed by others until the transaction ends. */
  lock(tx: Tx, place: SkillPlace, skillId: string): Promise<SkillRow | null> {
    return this.one(tx, place, skillId, 'FOR UPDATE OF s');
  }

  count(store: Store, owner: SkillOwner): Promise<number> {
    return store.repository(SkillEntity).countBy(ownedBy(owner));
  }

  isTaken(store: Store, owner: SkillOwner, name: string): Promise<boolean> {
    return store.repository(SkillEntity).existsBy({ ...ownedBy(owner), name });
  }

  async insert(
    tx: Tx,
    { organizationId, workspaceId, agentId }: SkillOwner,
    { name, description, content, files, enabled }: SkillText & { name: string },
    createdByUserId: string,
  ): Promise<SkillRow> {
    const owner = [organizationId, workspaceId, agentId];
    const [row] = await tx.query<SkillRow>(
      `INSERT INTO skills AS s (organization_id, workspace_id, agent_id, name, description, content, files, enabled,
         created_by_user_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${WHOLE}`,
      [...owner, name, description, content, JSON.stringify(files), enabled, createdByUserId],
    );
    return row!;
  }

  async update(tx: Tx, id: string, { description, content, files, enabled }: SkillText): Promise<SkillRow> {
    const [row] = await tx.query<SkillRow>(
      `UPDATE skills AS s SET description = $2, content = $3, files = $4, enabled = $5, updated_at = now()
       WHERE id = $1 RETURNING ${WHOLE}`,
      [id, description, content, JSON.stringify(files), enabled],
    );
    return row!;
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.repository(SkillEntity).delete({ id });
  }

  private async one(
    q: Queryable,
    { organizationId, workspaceId }: SkillPlace,
    skillId: string,
    lock: string,
  ): Promise<SkillRow | null> {
    if (!isUuid(skillId)) return null;
    const sql = `SELECT ${WHOLE} FROM skills s WHERE ${VISIBLE} AND s.id = $3 ${lock}`;
    const [row] = await q.query<SkillRow>(sql, [organizationId, workspaceId, skillId]);
    return row ?? null;
  }
}

function ownedBy({ organizationId, workspaceId, agentId }: SkillOwner): FindOptionsWhere<SkillEntity> {
  return { organizationId, workspaceId: workspaceId ?? IsNull(), agentId: agentId ?? IsNull() };
}
