/** What is made of lines (`log-line.ts`): rows of the request log, events on their way to a SIEM (ADR 84), or both. */
import { Prepared } from '../../kernel/database/statements/prepared-run.js';
import { intoOutbox, momentIn } from '../../modules/foundation/event-export/outbox.js';

/**
 * One statement a batch; rows of workspaces that were deleted meanwhile fall out. Records travel as arrays in one JSON
 * text: the names of their fields would be half of the bytes, and an array for each column costs PostgreSQL the same and
 * this process twice as much.
 */
const rowsOf = (lines: string): string => `
  INSERT INTO request_log (id, organization_id, workspace_id, agent_id, method, host, path, provider, status,
    latency_ms, injection_count, llm_host, matched_rule_logical_id, extra_data, created_at)
  SELECT (r ->> 13)::uuid, w.organization_id, w.id, a.id, r ->> 2, r ->> 3, r ->> 4, r ->> 5, (r ->> 6)::integer,
    (r ->> 7)::integer, (r ->> 8)::integer, (r ->> 9)::boolean, (r ->> 10)::uuid,
    nullif(r -> 11, 'null'), to_timestamp((r ->> 12)::float8 / 1000)
  FROM ${lines}
  JOIN workspaces w ON w.id = r ->> 0
  LEFT JOIN agents a ON a.id = (r ->> 1)::uuid AND a.workspace_id = w.id`;

const LINES = 'jsonb_array_elements($1::jsonb)';
const ALL = `${LINES} AS r`;
/** Lines that were made to be exported say whether they are also rows. */
const KEPT = `(SELECT r FROM ${LINES} AS r WHERE (r ->> 14)::boolean) AS kept`;

/** Also of rows that fall out: what was decided was decided. */
const EVENTS = intoOutbox(`
  SELECT n, json_build_object('stream', 'gateway', 'kind', 'request', 'id', r -> 13,
    'time', ${momentIn('to_timestamp((r ->> 12)::float8 / 1000)')}, 'organizationId', r -> 15, 'workspaceId', r -> 0,
    'agentId', r -> 1, 'method', r -> 2, 'host', r -> 3, 'path', r -> 4, 'provider', r -> 5, 'status', r -> 6,
    'latencyMs', r -> 7, 'injectionCount', r -> 8, 'llmHost', r -> 9, 'ruleId', r -> 10, 'refusal', r -> 16,
    'forwarded', r -> 17, 'details', r -> 11) AS event
  FROM ${LINES} WITH ORDINALITY AS lines(r, n)`);

/** A statement without an answer may have been carried out all the same: of a record that is there already none is made. */
const ONCE = 'ON CONFLICT (id) DO NOTHING';

interface Statements {
  readonly first: Prepared;
  readonly again: Prepared;
}

export const WRITE_ROWS: Statements = {
  first: new Prepared(rowsOf(ALL)),
  again: new Prepared(`${rowsOf(ALL)} ${ONCE}`),
};

export const WRITE_ROWS_AND_EVENTS: Statements = {
  first: new Prepared(`WITH written AS (${rowsOf(KEPT)}) ${EVENTS}`),
  again: new Prepared(`WITH written AS (${rowsOf(KEPT)} ${ONCE}) ${EVENTS}`),
};

export const WRITE_EVENTS = new Prepared(EVENTS);
