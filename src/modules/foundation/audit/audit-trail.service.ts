import { Injectable } from '@nestjs/common';
import type { Caller, OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, PreparedTexts } from '../../../kernel/database/database.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { invalidRequest } from '../../../kernel/errors/app-error.js';
import { momentOf, pageOf, type PagePosition, readCursor } from '../../../kernel/http/page-cursor.js';
import { AuditRetention } from './audit-retention.js';
import { type AuditStreams, streamsOfOrganization, streamsOfPerson } from './audit-streams.js';
import type { AuditEntryResponse, AuditLogQuery, AuditLogResponse } from './dto/audit-log.dto.js';
import { SqlParameters } from './sql-parameters.js';

const DEFAULT_LIMIT = 50;
const NEWEST_FIRST = 'ORDER BY a.created_at DESC, a.id DESC';

type Row = AuditEntryResponse & PagePosition;

/** Reads the audit trail (01 §17.7, §18.9), newest first, paged by key so that new rows shift nothing. */
@Injectable()
export class AuditTrailService {
  /** Of the pages most people see: no filter, the usual length. */
  private readonly usual = new PreparedTexts();

  constructor(
    private readonly db: Database,
    private readonly retention: AuditRetention,
  ) {}

  /** What happened in the organization and its workspaces (01 §18.9). */
  listOfOrganization(
    { organizationId }: OrganizationCaller,
    query: AuditLogQuery,
  ): Promise<AuditLogResponse> {
    const parameters = new SqlParameters();
    const { daysByPlan } = this.retention;
    return this.page(query, parameters, streamsOfOrganization(organizationId, query, daysByPlan, parameters));
  }

  /** Only what they did in organizations they still belong to. */
  listOfPerson({ userId }: Caller, query: AuditLogQuery): Promise<AuditLogResponse> {
    const parameters = new SqlParameters();
    const { daysByPlan } = this.retention;
    return this.page(query, parameters, streamsOfPerson(userId, query, daysByPlan, parameters));
  }

  private async page(
    query: AuditLogQuery,
    parameters: SqlParameters,
    streams: AuditStreams,
  ): Promise<AuditLogResponse> {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const conditions = [streams.condition, ...conditionsOf(query, parameters)];
    const wanted = limit + 1;
    const text = `SELECT a.id, a.action, a.service, a.status, a.source, a.user_id AS "userId", a.user_email AS "userEmail",
         a.workspace_id AS "workspaceId", w.name AS "workspaceName", a.organization_name AS "organizationName",
         CASE WHEN a.workspace_id IS NULL THEN 'organization' ELSE 'workspace' END AS scope, a.metadata,
         a.created_at AS "createdAt", ${momentOf('a.created_at')} AS moment
       FROM (
         SELECT a.*, s.organization_name FROM ${streams.from} CROSS JOIN LATERAL (
           SELECT * FROM audit_log a WHERE ${conditions.join(' AND ')} ${NEWEST_FIRST} LIMIT ${wanted}
         ) a ${NEWEST_FIRST} LIMIT ${wanted}
       ) a LEFT JOIN workspaces w ON w.id = a.workspace_id ${NEWEST_FIRST}`;
    const rows = await this.db.query<Row>(isUsual(query) ? this.usual.of(text) : text, parameters.values);
    const { rows: shown, nextCursor } = pageOf(rows, limit);
    return { items: shown.map(({ moment: _, ...entry }) => entry), nextCursor };
  }
}

function isUsual(query: AuditLogQuery): boolean {
  return Object.entries(query).every(([field, value]) => field === 'cursor' || value === undefined);
}

/** The filters that narrow every stream alike. An id nobody has names nothing, whatever it looks like. */
function conditionsOf(query: AuditLogQuery, parameters: SqlParameters): string[] {
  const { workspaceId, userId, from, to } = query;
  const after = readCursor(query.cursor);
  const conditions: string[] = [];
  if (workspaceId !== undefined) conditions.push(`a.workspace_id = ${parameters.add(workspaceId)}`);
  if (userId !== undefined)
    conditions.push(isUuid(userId) ? `a.user_id = ${parameters.add(userId)}` : 'false');
  if (from !== undefined) conditions.push(`a.created_at >= ${parameters.add(dateOf('from', from))}`);
  if (to !== undefined) conditions.push(`a.created_at < ${parameters.add(dateOf('to', to))}`);
  if (after !== null) {
    const [moment, id] = [parameters.add(after.moment), parameters.add(after.id)];
    conditions.push(`(a.created_at, a.id) < (${moment}::timestamptz, ${id}::uuid)`);
  }
  return conditions;
}

/** What is written like a date and is none, such as an offset of 99 hours, is refused here. */
function dateOf(field: string, text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw invalidRequest(`${field} must be a date and time`);
  return date;
}
