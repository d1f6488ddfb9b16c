import { Injectable } from '@nestjs/common';
import { AccessQueries } from '../../../kernel/access/queries/access.queries.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { Prepared } from '../../../kernel/database/statements/prepared-run.js';
import type { AskedLines } from './asked-lines.js';
import type { LlmAmountsResponse, LlmUsageLineResponse, LlmUsageResponse } from './dto/llm-usage.dto.js';
import { writeLineCursor } from './usage-line.js';

/** `sum` is around each column, or nothing. */
const amounts = (sum: '' | 'sum'): string => {
  const [of, or] = sum === '' ? ['', ''] : ['coalesce(sum', ', 0)'];
  const column = (name: string): string => `${of}(u.${name})${or}`;
  return `${column('requests')}::float8 AS requests,
    ${column('estimated_requests')}::float8 AS "estimatedRequests",
    ${column('input_tokens')}::float8 AS "inputTokens", ${column('output_tokens')}::float8 AS "outputTokens",
    ${column('cache_read_tokens')}::float8 AS "cacheReadTokens",
    ${column('cache_write_tokens')}::float8 AS "cacheWriteTokens",
    ${column('nano_cents')}::text AS "costNanoCents",
    floor(${column('nano_cents')} / 1000000000)::float8 AS "costCents"`;
};

type Totals = LlmAmountsResponse & Pick<LlmUsageResponse, 'from' | 'to'>;

/** What agents used of models, as the gateway counts it some seconds behind the traffic (06 §13.4). */
@Injectable()
export class LlmUsageService {
  private readonly totals: Prepared;
  private readonly lines: Prepared;

  /** A person without a role sees what is in workspaces that they may use, as everywhere else (01 §6.5). */
  constructor(
    private readonly db: Database,
    access: AccessQueries,
  ) {
    const days = `(SELECT coalesce($3::date, date_trunc('month', now() AT TIME ZONE 'UTC')::date) AS first,
      coalesce($4::date, (now() AT TIME ZONE 'UTC')::date) AS last) d`;
    const condition = `u.organization_id = $1 AND u.day BETWEEN d.first AND d.last
      AND ($5::uuid IS NULL OR u.agent_id = $5)
      AND u.workspace_id IN (SELECT w.id FROM workspaces w
        JOIN memberships m ON m.organization_id = w.organization_id AND m.status = 'active'
        WHERE w.organization_id = $1 AND m.user_id = $2 AND ${access.visibleWorkspaces('w.id')})`;
    this.totals = new Prepared(`
      SELECT to_char(d.first, 'YYYY-MM-DD') AS "from", to_char(d.last, 'YYYY-MM-DD') AS "to", t.*
      FROM ${days} CROSS JOIN LATERAL (SELECT ${amounts('sum')} FROM llm_usage u WHERE ${condition}) t`);
    this.lines = new Prepared(`
      SELECT to_char(u.day, 'YYYY-MM-DD') AS day, u.agent_id AS "agentId", a.name AS "agentName",
        u.workspace_id AS "workspaceId", u.provider, u.model, ${amounts('')}
      FROM ${days} CROSS JOIN llm_usage u JOIN agents a ON a.id = u.agent_id
      WHERE ${condition}
        AND ($6::date IS NULL OR (u.day, u.agent_id, u.provider, u.model) < ($6, $7::uuid, $8::text, $9::text))
      ORDER BY u.day DESC, u.agent_id DESC, u.provider DESC, u.model DESC LIMIT $10`);
  }

  async of(
    { organizationId, userId }: OrganizationCaller,
    { from: first, to: latest, agentId, limit, after }: AskedLines,
  ): Promise<LlmUsageResponse> {
    const chosen = [organizationId, userId, first, latest, agentId];
    const position = [after?.day, after?.agentId, after?.provider, after?.model].map((part) => part ?? null);
    const [[totals], found] = await Promise.all([
      this.db.query<Totals>(this.totals, chosen),
      this.db.query<LlmUsageLineResponse>(this.lines, [...chosen, ...position, limit + 1]),
    ]);
    const { from, to, ...total } = totals!;
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    return { from, to, total, items, nextCursor: last === undefined ? null : writeLineCursor(last) };
  }
}
