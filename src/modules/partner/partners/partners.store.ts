import { Injectable } from '@nestjs/common';
import { randomLetters } from '../../../kernel/crypto/tokens.js';
import type { Queryable, Store, Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { PartnerEntity } from './records/partner.entity.js';
import { partnerErrors } from './partner.errors.js';

export type Partner = PartnerEntity;

export interface CountedPartner extends Partner {
  unclaimed: number;
  claimed: number;
  detached: number;
  members: number;
  secrets: number;
}

const SUFFIX_LETTERS = 6;
const COLUMNS = selection(PartnerEntity, undefined, 'p');

/** The counts read the table of secrets, and only count. */
const COUNTED = `
  SELECT ${COLUMNS}, o.*,
    (SELECT count(*)::int FROM partner_members m WHERE m.partner_id = p.id) AS members,
    (SELECT count(*)::int FROM secrets s WHERE s.partner_id = p.id) AS secrets
  FROM partners p CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE claimed_at IS NULL)::int AS unclaimed,
      count(*) FILTER (WHERE claimed_at IS NOT NULL AND detached_at IS NULL)::int AS claimed,
      count(*) FILTER (WHERE detached_at IS NOT NULL)::int AS detached
    FROM partner_organizations WHERE partner_id = p.id) o`;

/** Rows of `partners`. */
@Injectable()
export class PartnersStore {
  /** Newest first. */
  listCounted(q: Queryable, status: Partner['status'] | null): Promise<CountedPartner[]> {
    return q.query<CountedPartner>(
      `${COUNTED} WHERE $1::text IS NULL OR p.status = $1 ORDER BY p.created_at DESC, p.id DESC`,
      [status],
    );
  }

  async requireCounted(q: Queryable, partnerId: string): Promise<CountedPartner> {
    const [row] = isUuid(partnerId)
      ? await q.query<CountedPartner>(`${COUNTED} WHERE p.id = $1`, [partnerId])
      : [];
    return found(row);
  }

  find(store: Store, partnerId: string): Promise<Partner | null> {
    return store.repository(PartnerEntity).findOneBy({ id: partnerId });
  }

  /** Whoever writes for the partner is done, and waits from now on; `alone` also those who only refer to it. */
  async lock(tx: Tx, partnerId: string, { alone = false }: { alone?: boolean } = {}): Promise<Partner> {
    const strength = alone ? 'FOR UPDATE' : 'FOR NO KEY UPDATE';
    const [row] = isUuid(partnerId)
      ? await tx.query<Partner>(`SELECT ${COLUMNS} FROM partners p WHERE p.id = $1 ${strength}`, [partnerId])
      : [];
    return found(row);
  }

  /** A slug that was asked for must be free; the one of the name gets random letters where it is not (R37.5). */
  async insert(tx: Tx, name: string, slug: string, { asked }: { asked: boolean }): Promise<Partner> {
    const [row] = await tx.query<Partner>(
      `INSERT INTO partners AS p (name, slug) VALUES ($1, $2) ON CONFLICT (slug) DO NOTHING RETURNING ${COLUMNS}`,
      [name, slug],
    );
    if (row !== undefined) return row;
    if (asked) throw new AppError(partnerErrors.partner_slug_taken);
    return this.insert(tx, name, `${slug}-${randomLetters(SUFFIX_LETTERS)}`, { asked });
  }

  async change(tx: Tx, id: string, change: Pick<Partner, 'name' | 'status'>): Promise<void> {
    await tx.repository(PartnerEntity).update({ id }, change);
  }

  /** With all that is the partner's, by foreign keys. */
  async delete(tx: Tx, id: string): Promise<void> {
    await tx.repository(PartnerEntity).delete({ id });
  }
}

function found<P extends Partner>(row: P | undefined): P {
  if (row === undefined) throw new AppError(partnerErrors.partner_not_found);
  return row;
}
