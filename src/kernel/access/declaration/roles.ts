import type { OrganizationRole } from './caller.js';

const RANK: Readonly<Record<OrganizationRole, number>> = { owner: 3, admin: 2, member: 1 };

/** Whether a role is at least the required one, regardless of edition (01 §6). */
export function hasRank(role: OrganizationRole, required: OrganizationRole): boolean {
  return RANK[role] >= RANK[required];
}
