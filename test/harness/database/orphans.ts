import type { Queryable } from '../../../src/kernel/database/statements/queryable.js';

/** What must never be left over, whatever happened at once; each statement names the rows that break it. */
const WHOLE = {
  'organizations without exactly one active owner': `
    SELECT o.id FROM organizations o WHERE 1 <> (
      SELECT count(*) FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = o.id AND m.role = 'owner' AND m.status = 'active')`,
  'personal keys of people who are no members': `
    SELECT k.id FROM api_keys k WHERE k.family IN ('workspace', 'organization') AND NOT EXISTS (
      SELECT 1 FROM memberships m WHERE m.organization_id = k.organization_id AND m.user_id = k.user_id)`,
  'bindings of people who are no members': `
    SELECT b.id FROM workspace_bindings b JOIN workspaces w ON w.id = b.workspace_id
    WHERE b.user_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM memberships m WHERE m.organization_id = w.organization_id AND m.user_id = b.user_id)`,
  'group members who are no members': `
    SELECT g.id FROM user_groups g JOIN user_group_members p ON p.group_id = g.id WHERE NOT EXISTS (
      SELECT 1 FROM memberships m WHERE m.organization_id = g.organization_id AND m.user_id = p.user_id)`,
  'rules that name people who are no members': `
    SELECT r.id FROM policy_rules r JOIN policy_sets s ON s.id = r.set_id,
      jsonb_to_recordset(r.identities) AS identity (type text, id text)
    WHERE identity.type = 'user' AND NOT EXISTS (
      SELECT 1 FROM memberships m WHERE m.organization_id = s.organization_id AND m.user_id::text = identity.id)`,
};

/** The kinds of orphans the database holds; a whole one has none. */
export async function orphans(db: Queryable): Promise<string[]> {
  const found: string[] = [];
  for (const [what, statement] of Object.entries(WHOLE))
    if ((await db.query(statement)).length > 0) found.push(what);
  return found;
}
