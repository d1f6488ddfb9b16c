import { Prepared } from '../../kernel/database/statements/prepared-run.js';

/**
 * One statement writes a batch with its id, so writing the same batch again adds nothing. Lines about deleted rows are
 * left out. Spend counts in both windows if a budget was in force when its call was let through (07 §A11.4), even if it
 * was removed since; if that is unknown, it counts if there is a budget now. Rows are written in the order of their keys,
 * so that two processes cannot deadlock. `$2` and `$3` are the lines of usage and of spend; sums stop at the column's limit.
 */
export const WRITE = new Prepared(`
  WITH batch AS (
    INSERT INTO metering_batches (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id
  ), used AS (
    INSERT INTO llm_usage AS u (organization_id, workspace_id, agent_id, day, provider, model, requests,
      estimated_requests, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, nano_cents)
    SELECT w.organization_id, w.id, a.id, r.day, r.provider, r.model, r.requests, r.estimated, r.input, r.output,
      r."cacheRead", r."cacheWrite", r."nanoCents"
    FROM batch CROSS JOIN jsonb_to_recordset($2::jsonb) AS r("agentId" uuid, day date, provider text, model text,
      requests bigint, estimated bigint, input bigint, output bigint, "cacheRead" bigint, "cacheWrite" bigint,
      "nanoCents" numeric)
    JOIN agents a ON a.id = r."agentId"
    JOIN workspaces w ON w.id = a.workspace_id
    ORDER BY a.id, r.day, r.provider, r.model
    ON CONFLICT (agent_id, day, provider, model) DO UPDATE SET
      requests = u.requests + excluded.requests,
      estimated_requests = u.estimated_requests + excluded.estimated_requests,
      input_tokens = u.input_tokens + excluded.input_tokens,
      output_tokens = u.output_tokens + excluded.output_tokens,
      cache_read_tokens = u.cache_read_tokens + excluded.cache_read_tokens,
      cache_write_tokens = u.cache_write_tokens + excluded.cache_write_tokens,
      nano_cents = u.nano_cents + excluded.nano_cents
  ), spent AS (
    INSERT INTO partner_spend AS s (secret_id, organization_id, budget_window, nano_cents)
    SELECT k.id, o.id, counted.budget_window, least(sum(r."nanoCents"), 9e18)::bigint
    FROM batch CROSS JOIN jsonb_to_recordset($3::jsonb) AS r("secretId" uuid, "organizationId" text, budgeted boolean,
      month text, "nanoCents" numeric)
    CROSS JOIN LATERAL (VALUES (r.month), ('total')) AS counted (budget_window)
    JOIN secrets k ON k.id = r."secretId"
    JOIN organizations o ON o.id = r."organizationId"
    LEFT JOIN partner_budgets b ON b.secret_id = k.id AND b.organization_id = o.id
    WHERE r.budgeted OR b.secret_id IS NOT NULL
    GROUP BY k.id, o.id, counted.budget_window
    ORDER BY k.id, o.id, counted.budget_window
    ON CONFLICT (secret_id, organization_id, budget_window) DO UPDATE SET
      nano_cents = least(s.nano_cents::numeric + excluded.nano_cents, 9e18)::bigint, updated_at = now()
  )
  SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`);
