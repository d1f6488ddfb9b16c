import { Injectable } from '@nestjs/common';
import type { PartnerRole } from '../../../kernel/access/declaration/caller.js';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { signedInBefore } from '../../people/identity/users/unclaimed-account.js';
import type { PartnerMemberResponse } from './dto/partner-member.dto.js';
import { PartnerMemberEntity } from './partner-member.entity.js';

export interface PartnerMember extends PartnerMemberEntity {
  email: string;
  signedIn: boolean;
}

const SELECT = `
  SELECT ${selection(PartnerMemberEntity, undefined, 'm')}, u.email, ${signedInBefore('u')} AS "signedIn"
  FROM partner_members m JOIN users u ON u.id = m.user_id WHERE m.partner_id = $1`;

export function presentPartnerMember({
  userId,
  email,
  role,
  signedIn,
  createdAt,
}: PartnerMember): PartnerMemberResponse {
  return { userId, email, role, state: signedIn ? 'active' : 'invited', createdAt: createdAt.toISOString() };
}

/** Rows of `partner_members`, always asked for with the partner. */
@Injectable()
export class PartnerMembersStore {
  /** The owner, then by age. */
  list(q: Queryable, partnerId: string): Promise<PartnerMember[]> {
    return q.query<PartnerMember>(`${SELECT} ORDER BY m.role = 'owner' DESC, m.created_at, m.user_id`, [
      partnerId,
    ]);
  }

  async find(q: Queryable, partnerId: string, userId: string): Promise<PartnerMember | null> {
    if (!isUuid(userId)) return null;
    const [member] = await q.query<PartnerMember>(`${SELECT} AND m.user_id = $2`, [partnerId, userId]);
    return member ?? null;
  }

  /** Of the partner's one owner. */
  async owner(q: Queryable, partnerId: string): Promise<PartnerMember | null> {
    const [owner] = await q.query<PartnerMember>(`${SELECT} AND m.role = 'owner'`, [partnerId]);
    return owner ?? null;
  }

  /** False for somebody who belongs to a partner already, whichever that is. */
  async insert(
    tx: Tx,
    { userId, partnerId, role }: Pick<PartnerMemberEntity, 'userId' | 'partnerId' | 'role'>,
  ): Promise<boolean> {
    const inserted = await tx.query(
      `INSERT INTO partner_members (user_id, partner_id, role) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO NOTHING RETURNING user_id`,
      [userId, partnerId, role],
    );
    return inserted.length === 1;
  }

  async changeRole(tx: Tx, userId: string, role: PartnerRole): Promise<void> {
    await tx.repository(PartnerMemberEntity).update({ userId }, { role });
  }

  async delete(tx: Tx, userId: string): Promise<void> {
    await tx.repository(PartnerMemberEntity).delete({ userId });
  }
}
