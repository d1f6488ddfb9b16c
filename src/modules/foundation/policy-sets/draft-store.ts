import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '../../../kernel/database/database.js';
import { columnsOf, selection } from '../../../kernel/database/statements/entity-columns.js';
import type { Draft, DraftRule } from './draft/draft.js';
import { PolicyRuleEntity } from './policy-rule.entity.js';

const FIELDS = Object.keys(columnsOf(PolicyRuleEntity)).filter(
  (field) => field !== 'setId',
) as (keyof DraftRule)[];
const LOAD = `
  SELECT ${selection(PolicyRuleEntity, FIELDS)} FROM policy_rules WHERE set_id = $1 ORDER BY is_default, priority, id`;

const UPSERT = `
  INSERT INTO policy_rules (id, set_id, logical_id, priority, is_default, source, name, description, enabled, action,
    rate_limit, rate_limit_window, require_approval, coverage, conditions, identities, targets, created_at)
  SELECT id, $1, "logicalId", priority, "isDefault", source, name, description, enabled, action, "rateLimit",
    "rateLimitWindow", "requireApproval", coverage, nullif(conditions, 'null'), identities, targets, "createdAt"
  FROM jsonb_to_recordset($2::jsonb) AS rule (id uuid, "logicalId" uuid, priority integer, "isDefault" boolean,
    source text, name text, description text, enabled boolean, action text, "rateLimit" integer,
    "rateLimitWindow" text, "requireApproval" boolean, coverage text, conditions jsonb, identities jsonb,
    targets jsonb, "createdAt" timestamptz)
  ON CONFLICT (id) DO UPDATE SET
    priority = excluded.priority, name = excluded.name, description = excluded.description,
    enabled = excluded.enabled, action = excluded.action, rate_limit = excluded.rate_limit,
    rate_limit_window = excluded.rate_limit_window, require_approval = excluded.require_approval,
    coverage = excluded.coverage, conditions = excluded.conditions, identities = excluded.identities,
    targets = excluded.targets`;

/** The draft of a set in first-match order, the Default Rule last. */
export async function loadDraft(q: Queryable, setId: string): Promise<Draft> {
  const rows = await q.query<Omit<DraftRule, 'createdAt'> & { createdAt: Date }>(LOAD, [setId]);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/**
 * Stores what differs between two states of a draft. Untouched rules are recognised by object identity, and a
 * rule rewritten to equal content counts as untouched. Returns false when there was nothing to store.
 */
export async function storeDraft(q: Queryable, setId: string, before: Draft, after: Draft): Promise<boolean> {
  const previous = new Map(before.map((rule) => [rule.id, rule]));
  const written = after.filter((rule) => !sameRule(previous.get(rule.id), rule));
  const kept = new Set(after.map((rule) => rule.id));
  const removed = before.filter((rule) => !kept.has(rule.id)).map((rule) => rule.id);
  if (removed.length > 0) {
    await q.query(`DELETE FROM policy_rules WHERE set_id = $1 AND id = ANY($2::uuid[])`, [setId, removed]);
  }
  if (written.length > 0) await q.query(UPSERT, [setId, JSON.stringify(written)]);
  return removed.length > 0 || written.length > 0;
}

function sameRule(before: DraftRule | undefined, after: DraftRule): boolean {
  return before === after || isDeepStrictEqual(before, after);
}
