import { Injectable } from '@nestjs/common';
import type { DirectoryUser } from '../../../../domain/protocols/scim/directory-user.js';
import { Database, type Queryable } from '../../../../kernel/database/database.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import type { MemberRow } from '../../../people/organizations/members.service.js';
import { MEMBERSHIP_RUNS } from '../../../people/organizations/organization.queries.js';
import { filterSql, StatementValues } from '../protocol/filter-sql.js';
import type { ListRequest } from '../protocol/list-request.js';
import { scimErrors } from '../protocol/scim.errors.js';
import { Searches } from '../protocol/searches.js';
import { USER_COLUMNS, USER_FIELDS, USER_TABLES, userOrder } from './user-columns.js';
import { isPlaceholder } from '../../../people/organizations/placeholders.js';

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
const OF_ORGANIZATION = `m.organization_id = $1 AND NOT ${isPlaceholder('u.email')}`;
const COUNT = `SELECT count(*)::int AS total FROM`;

type Counted<T> = T & { total: number };

const EVERYBODY_COUNTED = `SELECT coalesce(sum(people), 0)::int AS total FROM membership_runs WHERE organization_id = $1`;
/** `$2` people from place `$3` on, counted from 0: from the run that has it, and joined for the page alone. */
const EVERYBODY = `
  WITH runs AS MATERIALIZED (${MEMBERSHIP_RUNS}),
    run AS MATERIALIZED (
      SELECT * FROM runs WHERE before <= $3::bigint ORDER BY before DESC, starts_at DESC, starts_with DESC LIMIT 1),
    page AS MATERIALIZED (
      SELECT m.organization_id, m.user_id FROM memberships m
      WHERE m.organization_id = $1 AND ${notPlaceholder('m.user_id')}
        AND (m.created_at, m.user_id) >= ((SELECT starts_at FROM run), (SELECT starts_with FROM run))
      ORDER BY m.created_at, m.user_id LIMIT $2 OFFSET $3::bigint - (SELECT before FROM run))
  SELECT ${USER_FIELDS}, (SELECT sum(people)::int FROM runs) AS total FROM ${USER_TABLES}
  JOIN page ON page.organization_id = m.organization_id AND page.user_id = m.user_id
  ORDER BY m.created_at, m.user_id`;

/** Reads of people by a directory (05 §10.4): always within its organization, never more than a page. */
@Injectable()
export class ScimUserQueries {
  constructor(
    private readonly db: Database,
    private readonly searches: Searches,
  ) {}

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

  list(organizationId: string, request: ListRequest): Promise<UserPage> {
    const { filter, sortBy, descending } = request;
    const inOrderOfComing = filter === null && sortBy === null && !descending;
    return inOrderOfComing ? this.everybody(organizationId, request) : this.found(organizationId, request);
  }

  private async everybody(organizationId: string, { startIndex, count }: ListRequest): Promise<UserPage> {
    const rows = await this.db.query<Counted<ScimUserRow>>(EVERYBODY, [
      organizationId,
      count,
      startIndex - 1,
    ]);
    if (rows.length > 0) return { rows, total: rows[0]!.total };
    const [counted] = await this.db.query<{ total: number }>(EVERYBODY_COUNTED, [organizationId]);
    return { rows, total: counted!.total };
  }

  private async found(organizationId: string, request: ListRequest): Promise<UserPage> {
    const { startIndex, count } = request;
    const rows = count === 0 ? [] : await this.page(organizationId, request);
    // A page that is not full shows where the list ends.
    const ends = count > 0 && rows.length < count && (rows.length > 0 || startIndex === 1);
    const total = ends ? startIndex - 1 + rows.length : await this.count(organizationId, request);
    return { rows, total };
  }

  private page(organizationId: string, request: ListRequest): Promise<ScimUserRow[]> {
    const { filter, startIndex, count, sortBy, descending } = request;
    const values = new StatementValues(organizationId);
    const order = userOrder(sortBy, descending);
    const window = `LIMIT ${values.add(count)} OFFSET ${values.add(startIndex - 1)}`;
    const condition = filter === null ? 'true' : filterSql(filter, USER_COLUMNS, values);
    return this.searches.rows<ScimUserRow>(organizationId, request, {
      sql: `SELECT ${USER_FIELDS} FROM ${USER_TABLES}
       WHERE ${OF_ORGANIZATION} AND ${condition} ORDER BY ${order} ${window}`,
      values: values.list,
    });
  }

  private async count(organizationId: string, request: ListRequest): Promise<number> {
    const { filter } = request;
    const values = new StatementValues(organizationId);
    const condition = filter === null ? 'true' : filterSql(filter, USER_COLUMNS, values);
    const [counted] = await this.searches.rows<{ total: number }>(organizationId, request, {
      sql: `${COUNT} ${USER_TABLES} WHERE ${OF_ORGANIZATION} AND ${condition}`,
      values: values.list,
    });
    return counted!.total;
  }
}

/**
 * That the account is a person's (05 §1.7), for statements that do not read the account: the few placeholders there are
 * have an index of their own. `userId` is a column of the statement.
 */
function notPlaceholder(userId: string): string {
  return `NOT EXISTS (SELECT 1 FROM users nobody WHERE nobody.id = ${userId} AND ${isPlaceholder('nobody.email')})`;
}
