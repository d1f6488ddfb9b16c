import { Injectable } from '@nestjs/common';
import { Database, type Queryable } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import {
  momentOf,
  type Page,
  pageOf,
  type PagePosition,
  readCursor,
} from '../../../kernel/http/page-cursor.js';
import { DEFAULT_LIMIT, type DirectoryQuery } from '../listing/directory-query.dto.js';
import { namedPageOf, readNameCursor } from '../listing/name-cursor.js';
import { contains } from '../listing/search.js';
import type { GroupMemberPageResponse, GroupPageResponse, GroupsQuery } from './dto/group.dto.js';
import { GroupEntity } from './group.entity.js';
import { type GroupRow, presentGroup } from './group.view.js';

const GROUPS = `
  SELECT ${selection(GroupEntity, undefined, 'g')},
    (SELECT count(*)::int FROM user_group_members p WHERE p.group_id = g.id) AS "memberCount"
  FROM user_groups g WHERE g.organization_id = $1`;

const BY_NAME = 'ORDER BY g.name, g.id';
/** `$2`: the source, `$3`: what the name contains, `$4`: a member, `$5` and `$6`: the last one seen. */
const PAGE = `${GROUPS} AND ($2::text IS NULL OR g.source = $2) AND ${contains('$3', 'g.name')}
  AND ($4::uuid IS NULL OR EXISTS (
    SELECT 1 FROM user_group_members p WHERE p.group_id = g.id AND p.user_id = $4))
  AND ($5::text IS NULL OR (g.name, g.id) > ($5, $6::uuid))
  ${BY_NAME} LIMIT $7`;

const MEMBERS = `
  SELECT u.id AS "userId", u.email, u.name, p.added_at AS "addedAt", u.id, ${momentOf('p.added_at')} AS moment
  FROM user_group_members p JOIN users u ON u.id = p.user_id
  WHERE p.group_id = $1 AND ${contains('$2', 'u.email', 'u.name')}
    AND ($3::timestamptz IS NULL OR (p.added_at, p.user_id) > ($3::timestamptz, $4::uuid))
  ORDER BY p.added_at, p.user_id LIMIT $5`;

interface GroupFilter extends GroupsQuery {
  memberId?: string;
}

type MemberRow = PagePosition & { userId: string; email: string; name: string | null; addedAt: Date };

/** Reads of groups and of who is in them (05 §3.2). */
@Injectable()
export class GroupQueries {
  constructor(private readonly db: Database) {}

  async list(organizationId: string, query: GroupsQuery): Promise<GroupPageResponse> {
    const { rows, nextCursor } = await this.page(this.db, organizationId, query);
    return { data: rows.map(presentGroup), nextCursor };
  }

  /** Of somebody who is no member there are none. */
  async pageOfMember(
    organizationId: string,
    userId: string,
    query: DirectoryQuery,
  ): Promise<GroupPageResponse> {
    const { rows, nextCursor } = await this.ofMember(this.db, organizationId, userId, query);
    return { data: rows.map(presentGroup), nextCursor };
  }

  async ofMember(
    q: Queryable,
    organizationId: string,
    memberId: string,
    query: DirectoryQuery,
  ): Promise<Page<GroupRow>> {
    return this.page(q, organizationId, { ...query, memberId });
  }

  async find(q: Queryable, organizationId: string, groupId: string): Promise<GroupRow | null> {
    if (!isUuid(groupId)) return null;
    const [group] = await q.query<GroupRow>(`${GROUPS} AND g.id = $2`, [organizationId, groupId]);
    return group ?? null;
  }

  /** Of a group that is known to be the organization's, oldest first. */
  async members(groupId: string, query: DirectoryQuery): Promise<GroupMemberPageResponse> {
    const { limit = DEFAULT_LIMIT, q = null } = query;
    const after = readCursor(query.cursor);
    const { rows, nextCursor } = pageOf(
      await this.db.query<MemberRow>(MEMBERS, [
        groupId,
        q,
        after?.moment ?? null,
        after?.id ?? null,
        limit + 1,
      ]),
      limit,
    );
    const data = rows.map(({ userId, email, name, addedAt }) => ({
      userId,
      email,
      name,
      addedAt: addedAt.toISOString(),
    }));
    return { data, nextCursor };
  }

  private async page(q: Queryable, organizationId: string, filter: GroupFilter): Promise<Page<GroupRow>> {
    const { limit = DEFAULT_LIMIT, source = null, memberId = null, q: sought = null } = filter;
    const after = readNameCursor(filter.cursor);
    if (memberId !== null && !isUuid(memberId)) return { rows: [], nextCursor: null };
    const rows = await q.query<GroupRow>(PAGE, [
      organizationId,
      source,
      sought,
      memberId,
      after?.name ?? null,
      after?.id ?? null,
      limit + 1,
    ]);
    return namedPageOf(rows, limit);
  }
}
