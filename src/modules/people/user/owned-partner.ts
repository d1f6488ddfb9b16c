import type { Queryable } from '../../../kernel/database/database.js';

/** A partner cannot be without its owner, and no owner can step down: the operator ends the partner (07 A3, A12). */
export interface OwnedPartner {
  id: string;
  name: string;
  otherMembers: number;
}

const OWNED = `
  SELECT p.id, p.name,
    (SELECT count(*)::int FROM partner_members x WHERE x.partner_id = p.id AND x.user_id <> m.user_id) AS "otherMembers"
  FROM partner_members m JOIN partners p ON p.id = m.partner_id
  WHERE m.user_id = $1 AND m.role = 'owner'`;

/** A person belongs to one partner at most. */
export async function ownedPartner(q: Queryable, userId: string): Promise<OwnedPartner | undefined> {
  const [owned] = await q.query<OwnedPartner>(OWNED, [userId]);
  return owned;
}
