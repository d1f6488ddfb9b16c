import { Injectable } from '@nestjs/common';
import type { Queryable } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import type { MembershipEntity } from './membership.entity.js';
import { OrganizationEntity } from './organization.entity.js';
import { isPlaceholder } from './placeholders.js';

/**
 * The people of an organization, counted in runs that triggers keep (ADR 67): rows of where each begins, how many it
 * has and how many came `before` it. `$1` is the organization; for statements that ask for a place in the order.
 */
export const MEMBERSHIP_RUNS = `
  SELECT starts_at, starts_with, people,
    (sum(people) OVER (ORDER BY starts_at, starts_with) - people)::int AS before
  FROM membership_runs WHERE organization_id = $1`;

export type ListedOrganization = Pick<OrganizationEntity, 'id' | 'name' | 'slug'> &
  Pick<MembershipEntity, 'role'>;

/** An organization with what its public shape needs; `plan` as stored. */
export interface CountedOrganization extends OrganizationEntity {
  memberCount: number;
  workspaceCount: number;
}

/** Reads of organizations (01 §18). */
@Injectable()
export class OrganizationQueries {
  /** Where a person is an active member, by the age of the membership; at most the one named, if any. */
  listOf(q: Queryable, userId: string, only: string | null): Promise<ListedOrganization[]> {
    return q.query<ListedOrganization>(
      `SELECT o.id, o.name, o.slug, m.role
       FROM memberships m JOIN organizations o ON o.id = m.organization_id
       WHERE m.user_id = $1 AND m.status = 'active' AND ($2::text IS NULL OR o.id = $2)
       ORDER BY m.created_at, o.id`,
      [userId, only],
    );
  }

  /** Members count in every status, as the team list shows them; placeholders do not (01 §18.6). */
  async find(q: Queryable, organizationId: string): Promise<CountedOrganization | null> {
    const [row] = await q.query<CountedOrganization>(
      `SELECT ${selection(OrganizationEntity, undefined, 'o')},
         (SELECT count(*)::int FROM memberships m JOIN users u ON u.id = m.user_id
          WHERE m.organization_id = o.id AND NOT ${isPlaceholder('u.email')}) AS "memberCount",
         (SELECT count(*)::int FROM workspaces w WHERE w.organization_id = o.id) AS "workspaceCount"
       FROM organizations o WHERE o.id = $1`,
      [organizationId],
    );
    return row ?? null;
  }
}
