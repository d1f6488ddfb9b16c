/** Of two mappings of the same priority the one that gives more wins (05 §4.3.3); `r` is the mapping. */
export const ADMIN_BEFORE_MEMBER = `r.role = 'admin' DESC`;

/** The mappings of an organization, as a table of the statement. */
export function mappingsIn(organizationId: string): string {
  return `(SELECT group_id, role, priority FROM role_mappings WHERE organization_id = ${organizationId})`;
}
