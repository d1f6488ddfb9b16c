import { Injectable } from '@nestjs/common';
import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import { isPlaceholder } from './placeholders.js';

/** The organization is locked. */
type Vacation = (tx: Tx, organizationId: string) => Promise<void>;

/** How many people count for an organization's plan (01 §7.3.1). */
@Injectable()
export class Seats {
  private readonly vacations: Vacation[] = [];

  constructor(private readonly editions: EditionsService) {}

  /** For seats that only look taken: freed before anybody is refused one (05 §2.11.7). */
  register(vacate: Vacation): void {
    this.vacations.push(vacate);
  }

  /**
   * Members of every status, unclaimed provisions among them, and invitations that can still be accepted. The owner
   * of an organization that a partner made and nobody has claimed is no person.
   */
  async inUse(q: Queryable, organizationId: string): Promise<number> {
    const [row] = await q.query<{ seats: number }>(
      `SELECT (
         SELECT count(*) FROM memberships m JOIN users u ON u.id = m.user_id
         WHERE m.organization_id = $1 AND NOT (m.role = 'owner' AND ${isPlaceholder('u.email')})
       )::int + (
         SELECT count(*) FROM invitations
         WHERE organization_id = $1 AND status = 'pending' AND expires_at > now()
       )::int AS seats`,
      [organizationId],
    );
    return row!.seats;
  }

  /** Throws `quota_exhausted` when one more person does not fit; keeps the last seat until the transaction ends. */
  requireRoom(tx: Tx, organizationId: string): Promise<void> {
    return this.editions.requireRoom(tx, organizationId, 'seats', async () => {
      for (const vacate of this.vacations) await vacate(tx, organizationId);
      return this.inUse(tx, organizationId);
    });
  }
}
