import type { FilterColumns } from '../protocol/filter-sql.js';

/** `g` the group, `p` one of its members. */
export const GROUP_COLUMNS: FilterColumns = {
  id: { kind: 'id', sql: 'g.id' },
  displayname: { kind: 'text', sql: 'g.name' },
  externalid: { kind: 'text', sql: 'g.external_id', exact: true },
  members: {
    kind: 'elements',
    exists: (condition) =>
      `EXISTS (SELECT 1 FROM user_group_members p WHERE p.group_id = g.id AND ${condition})`,
  },
  'members.value': { kind: 'id', sql: 'p.user_id' },
  'meta.created': { kind: 'date', sql: 'g.created_at' },
  'meta.lastmodified': { kind: 'date', sql: 'g.updated_at' },
};

const SORTED_BY: Readonly<Record<string, string>> = {
  id: 'g.id',
  displayname: 'lower(g.name)',
  externalid: 'g.external_id',
  'meta.created': 'g.created_at',
  'meta.lastmodified': 'g.updated_at',
};

export const SORTABLE_GROUPS: ReadonlySet<string> = new Set(Object.keys(SORTED_BY));

export function groupOrder(sortBy: string | null, descending: boolean): string {
  const direction = descending ? 'DESC' : 'ASC';
  const first =
    sortBy === null ? `g.created_at ${direction}` : `${SORTED_BY[sortBy]} ${direction} NULLS LAST`;
  return `${first}, g.id ${direction}`;
}
