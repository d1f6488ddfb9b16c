import { Injectable } from '@nestjs/common';
import type { DirectoryUser } from '../../../../domain/scim/directory-user.js';
import type { Filter } from '../../../../domain/scim/filter.js';
import { Database, type Queryable } from '../../../../kernel/database/database.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import type { MemberRow } from '../../../people/organizations/members.service.js';
import { filterSql, StatementValues } from '../filter-sql.js';
import type { ListRequest } from '../list-request.js';
import { scimErrors } from '../scim.errors.js';
import { USER_COLUMNS, USER_FIELDS, USER_TABLES, userOrder } from './user-columns.js';
import { notPlaceholder } from '../people-only.js';

/** A member as SCIM shows one. */
export interface ScimUserRow extends DirectoryUser, Pick<MemberRow, 'role'> {
  id: string;
  created: Date;
  lastModified: Date;
}

export interface UserPage {
  rows: ScimUserRow[];
  total: number;
}

/** `$1` is the organization. */
const OF_ORGANIZATION = `m.organization_id = $1 AND ${notPlaceholder('m.user_id')}`;
const COUNT = `SELECT count(*)::int AS total FROM`;

/** Reads of people by a directory (05 §10.4): always within its organization, never more than a page. */
@Injectable()
export class ScimUserQueries {
  constructor(private readonly db: Database) {}

  /** `scim_user_not_found` for anybody who is no member, and for placeholders. */
  async require(q: Queryable, organizationId: string, userId: string): Promise<ScimUserRow> {
    const [row] = isUuid(userId)
      ? await q.query<ScimUserRow>(
          `SELECT ${USER_FIELDS} FROM ${USER_TABLES} WHERE ${OF_ORGANIZATION} AND m.user_id = $2`,
          [organizationId, userId],
        )
      : [];
    if (row === undefined) throw new AppError(scimErrors.scim_user_not_found);
    return row;
  }

  find(organizationId: string, userId: string): Promise<ScimUserRow> {
    return this.require(this.db, organizationId, userId);
  }

  async list(organizationId: string, request: ListRequest): Promise<UserPage> {
    const { startIndex, count } = request;
    const rows = count === 0 ? [] : await this.page(organizationId, request);
    // A page that is not full shows where the list ends.
    const ends = count > 0 && rows.length < count && (rows.length > 0 || startIndex === 1);
    const total = ends ? startIndex - 1 + rows.length : await this.count(organizationId, request.filter);
    return { rows, total };
  }

  /** The ids of the page come from the index of memberships alone where nothing else is asked about. */
  private page(
    organizationId: string,
    { filter, startIndex, count, sortBy, descending }: ListRequest,
  ): Promise<ScimUserRow[]> {
    const values = new StatementValues(organizationId);
    const order = userOrder(sortBy, descending);
    const window = `LIMIT ${values.add(count)} OFFSET ${values.add(startIndex - 1)}`;
    const whole = filter === null && sortBy === null;
    const condition = filter === null ? 'true' : filterSql(filter, USER_COLUMNS, values);
    const tables = whole ? 'memberships m' : USER_TABLES;
    const page = `SELECT m.organization_id, m.user_id FROM ${tables}
      WHERE ${OF_ORGANIZATION} AND ${condition} ORDER BY ${order} ${window}`;
    return this.db.query<ScimUserRow>(
      `WITH page AS MATERIALIZED (${page})
       SELECT ${USER_FIELDS} FROM ${USER_TABLES}
       JOIN page ON page.organization_id = m.organization_id AND page.user_id = m.user_id ORDER BY ${order}`,
      values.list,
    );
  }

  private async count(organizationId: string, filter: Filter | null): Promise<number> {
    const values = new StatementValues(organizationId);
    const condition = filter === null ? 'true' : filterSql(filter, USER_COLUMNS, values);
    const tables = filter === null ? 'memberships m' : USER_TABLES;
    const [counted] = await this.db.query<{ total: number }>(
      `${COUNT} ${tables} WHERE ${OF_ORGANIZATION} AND ${condition}`,
      values.list,
    );
    return counted!.total;
  }
}
