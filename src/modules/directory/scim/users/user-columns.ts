import type { FilterColumns } from '../protocol/filter-sql.js';

const DISPLAY_NAME = 'CASE WHEN s.has_display_name THEN s.display_name ELSE u.name END';
const LAST_MODIFIED = 'greatest(m.created_at, s.updated_at)';

/** How a person reads: `m` the membership, `u` the account, `s` what the directory added. */
export const USER_FIELDS = `
  m.user_id AS id, u.email AS "userName", ${DISPLAY_NAME} AS "displayName", s.name, s.external_id AS "externalId",
  m.status <> 'suspended' AS active, m.role, m.created_at AS created, ${LAST_MODIFIED} AS "lastModified"`;

export const USER_TABLES = `
  memberships m JOIN users u ON u.id = m.user_id
  LEFT JOIN scim_users s ON s.organization_id = m.organization_id AND s.user_id = m.user_id`;

export const USER_COLUMNS: FilterColumns = {
  id: { kind: 'id', sql: 'm.user_id' },
  username: { kind: 'text', sql: 'u.email', folded: true },
  externalid: { kind: 'text', sql: 's.external_id', exact: true },
  displayname: { kind: 'text', sql: DISPLAY_NAME },
  'name.formatted': { kind: 'text', sql: namePart('formatted') },
  'name.givenname': { kind: 'text', sql: namePart('givenName') },
  'name.familyname': { kind: 'text', sql: namePart('familyName') },
  emails: { kind: 'only element', present: 'true' },
  'emails.value': { kind: 'text', sql: 'u.email', folded: true },
  'emails.type': { kind: 'text', sql: "'work'::text" },
  'emails.primary': { kind: 'boolean', sql: 'true' },
  active: { kind: 'boolean', sql: "(m.status <> 'suspended')" },
  'meta.created': { kind: 'date', sql: 'm.created_at' },
  'meta.lastmodified': { kind: 'date', sql: LAST_MODIFIED },
};

/** What `formatted` falls back to is what is shown (05 §10.5). */
function namePart(part: string): string {
  const own = `s.name->>'${part}'`;
  return part === 'formatted' ? `CASE WHEN s.name IS NULL THEN ${DISPLAY_NAME} ELSE ${own} END` : own;
}

const SORTED_BY: Readonly<Record<string, string>> = {
  id: 'm.user_id',
  username: 'u.email',
  displayname: `lower(${DISPLAY_NAME})`,
  'name.familyname': `lower(${namePart('familyName')})`,
  'name.givenname': `lower(${namePart('givenName')})`,
  active: "(m.status <> 'suspended')",
  externalid: 's.external_id',
  'meta.created': 'm.created_at',
  'meta.lastmodified': LAST_MODIFIED,
};

export const SORTABLE_USERS: ReadonlySet<string> = new Set(Object.keys(SORTED_BY));

/** Without `sortBy` by creation, then by id (05 §10.2.5); absent values come last in either direction. */
export function userOrder(sortBy: string | null, descending: boolean): string {
  const direction = descending ? 'DESC' : 'ASC';
  const first =
    sortBy === null ? `m.created_at ${direction}` : `${SORTED_BY[sortBy]} ${direction} NULLS LAST`;
  return `${first}, m.user_id ${direction}`;
}
