import type { Queryable } from '../../../kernel/database/database.js';
import { isPlaceholder } from '../organizations/placeholders.js';

/** An organization of the person whose account is to be deleted. */
export interface AffectedOrganization {
  id: string;
  name: string;
  role: 'owner' | 'admin' | 'member';
  /** Other people, suspended ones too; placeholders are none (01 §17.6.1). */
  otherMembers: number;
  unclaimedProvisions: number;
  workspaceCount: number;
}

/** What the deletion of an account means for each organization of the person, oldest membership first. */
export interface OrganizationFates {
  /** Owned and shared: the ownership has to move first. */
  blocking: AffectedOrganization[];
  /** Owned and otherwise empty of people. */
  deleted: AffectedOrganization[];
  left: AffectedOrganization[];
}

const OTHERS = `SELECT count(*)::int FROM memberships x JOIN users u ON u.id = x.user_id
     WHERE x.organization_id = o.id AND x.user_id <> m.user_id AND`;

const AFFECTED = `
  SELECT o.id, o.name, m.role,
    (${OTHERS} NOT ${isPlaceholder('u.email')}) AS "otherMembers",
    (${OTHERS} ${isPlaceholder('u.email')}) AS "unclaimedProvisions",
    (SELECT count(*)::int FROM workspaces w WHERE w.organization_id = o.id) AS "workspaceCount"
  FROM memberships m JOIN organizations o ON o.id = m.organization_id
  WHERE m.user_id = $1 AND ($2::text[] IS NULL OR o.id = ANY($2))
  ORDER BY m.created_at, o.id`;

/** The one judgement for preview and deed (01 §17.5, §17.6); of these organizations, else of all of the person. */
export async function organizationFates(
  q: Queryable,
  userId: string,
  organizationIds: readonly string[] | null = null,
): Promise<OrganizationFates> {
  const affected = await q.query<AffectedOrganization>(AFFECTED, [userId, organizationIds]);
  const owned = affected.filter(({ role }) => role === 'owner');
  return {
    blocking: owned.filter(({ otherMembers }) => otherMembers > 0),
    deleted: owned.filter(({ otherMembers }) => otherMembers === 0),
    left: affected.filter(({ role }) => role !== 'owner'),
  };
}
