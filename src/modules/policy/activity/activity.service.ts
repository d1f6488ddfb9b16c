import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { momentOf, pageOf, type PagePosition, readCursor } from '../../../kernel/http/page-cursor.js';
import { isPlaceholder } from '../../people/organizations/placeholders.js';
import type {
  ActivityResponse,
  ActivityFilter,
  ActivityQuery,
  ActivityRecordResponse,
} from './dto/activity.dto.js';

const DEFAULT_LIMIT = 50;

type Row = ActivityRecordResponse & { moment: string };

const CONDITIONS: Readonly<Record<ActivityFilter, string>> = {
  all: 'true',
  'hide-llm': 'NOT l.llm_host',
  blocked: 'l.status >= 400',
};

/** What agents of a workspace did (06 §14.1), newest first, paged by key so that new rows shift nothing. */
@Injectable()
export class ActivityService {
  constructor(private readonly db: Database) {}

  /** One page; `invalid_request` for a cursor that no page has given out. */
  async list(caller: WorkspaceCaller, query: ActivityQuery): Promise<ActivityResponse> {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const after = readCursor(query.cursor);
    const rows = await this.rows(caller.workspaceId, CONDITIONS[query.filter ?? 'all'], after, limit + 1);
    const page = pageOf(rows, limit);
    return {
      logs: page.rows.map(({ moment: _, ...record }) =>
        caller.isAdmin ? record : withoutOrganizationRule(record),
      ),
      nextCursor: page.nextCursor,
    };
  }

  private rows(
    workspaceId: string,
    condition: string,
    after: PagePosition | null,
    limit: number,
  ): Promise<Row[]> {
    return this.db.query<Row>(
      `SELECT l.id, l.workspace_id AS "workspaceId", l.agent_id AS "agentId", a.name AS "agentName", l.method,
         l.host, l.path, l.provider, l.status, l.latency_ms AS "latencyMs",
         l.injection_count AS "injectionCount", l.matched_rule_logical_id AS "matchedRuleLogicalId",
         l.extra_data AS "extraData", coalesce(u.name, u.email) AS "approvedBy", l.created_at AS "createdAt",
         ${momentOf('l.created_at')} AS moment
       FROM request_log l
       LEFT JOIN agents a ON a.id = l.agent_id
       LEFT JOIN users u ON u.id::text = l.extra_data->>'approved_by' AND NOT ${isPlaceholder('u.email')}
       WHERE l.workspace_id = $1 AND ${condition}
         AND ($2::timestamptz IS NULL OR (l.created_at, l.id) < ($2::timestamptz, $3::uuid))
       ORDER BY l.created_at DESC, l.id DESC LIMIT $4`,
      [workspaceId, after?.moment ?? null, after?.id ?? null, limit],
    );
  }
}

/** Which rule of the organization decided is for its admins (06 §14.6). */
function withoutOrganizationRule(record: ActivityRecordResponse): ActivityRecordResponse {
  if (record.extraData?.matched_rule_scope !== 'organization') return record;
  const { matched_rule_name: _name, blocked_by_rule: _rule, ...extraData } = record.extraData;
  return { ...record, matchedRuleLogicalId: null, extraData };
}
