import { Injectable } from '@nestjs/common';
import type { DirectoryGroup } from '../../../../domain/protocols/scim/directory-group.js';
import { Database, type Queryable } from '../../../../kernel/database/database.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { filterSql, StatementValues } from '../protocol/filter-sql.js';
import type { ListRequest } from '../protocol/list-request.js';
import { scimErrors } from '../protocol/scim.errors.js';
import { Searches } from '../protocol/searches.js';
import { GROUP_COLUMNS, groupOrder } from './group-columns.js';

export interface ScimGroupRow extends DirectoryGroup {
  id: string;
  created: Date;
  lastModified: Date;
}

/** Of a page: how many members a group has, to know how many groups fit. */
type CountedGroup = ScimGroupRow & { size: number };

export interface GroupMember {
  userId: string;
  email: string;
}

export interface GroupPage {
  rows: ScimGroupRow[];
  total: number;
}

const FIELDS = `g.id, g.name AS "displayName", g.external_id AS "externalId", g.created_at AS created,
  greatest(g.created_at, g.updated_at) AS "lastModified"`;
/** Groups of administrators do not exist here (05 §9.5). `$1` is the organization. */
const OF_DIRECTORY = `g.organization_id = $1 AND g.source = 'scim'`;

/** Members of all groups of a page; a page that would show more ends sooner, which RFC 7644 §3.4.2.4 allows. */
const MAX_MEMBERS_SHOWN = 50_000;

/** Reads of groups by a directory (05 §10.7). */
@Injectable()
export class ScimGroupQueries {
  constructor(
    private readonly db: Database,
    private readonly searches: Searches,
  ) {}

  /** `scim_group_not_found` for groups of administrators and of other organizations. */
  async require(q: Queryable, organizationId: string, groupId: string): Promise<ScimGroupRow> {
    const [row] = isUuid(groupId)
      ? await q.query<ScimGroupRow>(
          `SELECT ${FIELDS} FROM user_groups g WHERE ${OF_DIRECTORY} AND g.id = $2`,
          [organizationId, groupId],
        )
      : [];
    if (row === undefined) throw new AppError(scimErrors.scim_group_not_found);
    return row;
  }

  find(organizationId: string, groupId: string): Promise<ScimGroupRow> {
    return this.require(this.db, organizationId, groupId);
  }

  async list(organizationId: string, request: ListRequest): Promise<GroupPage> {
    const { startIndex, count } = request;
    const found = count === 0 ? [] : await this.page(organizationId, request);
    const rows = request.projection.shows('members') ? fitting(found) : found;
    const ends = count > 0 && found.length < count && (found.length > 0 || startIndex === 1);
    const total = ends ? startIndex - 1 + found.length : await this.count(organizationId, request);
    return { rows, total };
  }

  /** By group, in the order of their ids. */
  async members(q: Queryable, groupIds: readonly string[]): Promise<Map<string, GroupMember[]>> {
    const members = new Map<string, GroupMember[]>(groupIds.map((id) => [id, []]));
    const rows = await q.query<GroupMember & { groupId: string }>(
      `SELECT p.group_id AS "groupId", p.user_id AS "userId", u.email
       FROM user_group_members p JOIN users u ON u.id = p.user_id
       WHERE p.group_id = ANY($1::uuid[]) ORDER BY p.user_id`,
      [groupIds],
    );
    for (const { groupId, ...member } of rows) members.get(groupId)!.push(member);
    return members;
  }

  membersOf(groupIds: readonly string[]): Promise<Map<string, GroupMember[]>> {
    return this.members(this.db, groupIds);
  }

  private page(organizationId: string, request: ListRequest): Promise<CountedGroup[]> {
    const { filter, startIndex, count, sortBy, descending, projection } = request;
    const values = new StatementValues(organizationId);
    const condition = filter === null ? 'true' : filterSql(filter, GROUP_COLUMNS, values);
    const window = `LIMIT ${values.add(count)} OFFSET ${values.add(startIndex - 1)}`;
    const size = projection.shows('members')
      ? '(SELECT count(*)::int FROM user_group_members p WHERE p.group_id = g.id)'
      : '0';
    return this.searches.rows<CountedGroup>(organizationId, request, {
      sql: `SELECT ${FIELDS}, ${size} AS size FROM user_groups g
       WHERE ${OF_DIRECTORY} AND ${condition} ORDER BY ${groupOrder(sortBy, descending)} ${window}`,
      values: values.list,
    });
  }

  private async count(organizationId: string, request: ListRequest): Promise<number> {
    const { filter } = request;
    const values = new StatementValues(organizationId);
    const condition = filter === null ? 'true' : filterSql(filter, GROUP_COLUMNS, values);
    const [counted] = await this.searches.rows<{ total: number }>(organizationId, request, {
      sql: `SELECT count(*)::int AS total FROM user_groups g WHERE ${OF_DIRECTORY} AND ${condition}`,
      values: values.list,
    });
    return counted!.total;
  }
}

/** The first one always fits. */
function fitting(groups: readonly CountedGroup[]): CountedGroup[] {
  let shown = 0;
  return groups.filter(({ size }, place) => {
    shown += size;
    return place === 0 || shown <= MAX_MEMBERS_SHOWN;
  });
}
