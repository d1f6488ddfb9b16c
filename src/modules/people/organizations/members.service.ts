import { Injectable } from '@nestjs/common';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { MembershipEntity } from './membership.entity.js';
import { organizationErrors } from './organization.errors.js';
import { isPlaceholder } from './placeholders.js';

/** A member as every list of people shows them (05 §2.1). */
export interface MemberRow extends Pick<MembershipEntity, 'userId' | 'role' | 'status' | 'ssoExempt'> {
  email: string;
  name: string | null;
  joinedAt: Date;
  lastLoginAt: Date | null;
  roleManagedByIdp: boolean;
}

/** Selects `MemberRow`s; the caller goes on with further conditions. `$1` is the organization. */
export const MEMBERS = `
  SELECT ${selection(MembershipEntity, ['userId', 'role', 'status', 'ssoExempt'], 'm')},
    u.email, u.name, m.created_at AS "joinedAt", u.last_login_at AS "lastLoginAt",
    m.role <> 'owner' AND EXISTS (
      SELECT 1 FROM role_mappings r JOIN user_group_members g ON g.group_id = r.group_id
      WHERE r.organization_id = m.organization_id AND g.user_id = m.user_id) AS "roleManagedByIdp"
  FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.organization_id = $1 AND NOT ${isPlaceholder('u.email')}`;

/** People as members of an organization: read one by one, and changed under the organization's lock. */
@Injectable()
export class MembersService {
  /** `member_not_found` for a stranger and for a placeholder (05 §1.7). */
  async require(q: Queryable, organizationId: string, userId: string): Promise<MemberRow> {
    const [member] = isUuid(userId)
      ? await q.query<MemberRow>(`${MEMBERS} AND m.user_id = $2`, [organizationId, userId])
      : [];
    if (!member) throw new AppError(organizationErrors.member_not_found);
    return member;
  }

  /** Of somebody who is known to be a member. */
  async change(
    tx: Tx,
    organizationId: string,
    userId: string,
    change: Partial<Pick<MembershipEntity, 'status' | 'ssoExempt'>> & { role?: 'admin' | 'member' },
  ): Promise<void> {
    await tx.repository(MembershipEntity).update({ organizationId, userId }, change);
  }
}
