import { Injectable } from '@nestjs/common';
import type { PartnerCaller, PartnerRole } from '../../../kernel/access/declaration/caller.js';
import { hasRank } from '../../../kernel/access/declaration/roles.js';
import { StandingCredential } from '../../../kernel/access/declaration/standing-credential.js';
import type { Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { PartnerMemberEntity } from './partner-member.entity.js';

/** What a write is about, and what else may go on beside it. */
type Strength = 'FOR SHARE' | 'FOR NO KEY UPDATE';

/**
 * How a partner's write begins, before any other lock: with the partner held and everything the guard saw looked at
 * again, so that whoever was suspended, removed, demoted or given another key while waiting is refused.
 */
@Injectable()
export class PartnerLock {
  constructor(private readonly standing: StandingCredential) {}

  /** For what concerns one of its organizations, or makes one. The organization is the caller's next lock. */
  share(tx: Tx, caller: PartnerCaller, role: PartnerRole = 'member'): Promise<void> {
    return this.begin(tx, caller, role, 'FOR SHARE');
  }

  /**
   * For what concerns its people or itself: nothing is shared meanwhile, so that no organization appears beside it.
   */
  take(tx: Tx, caller: PartnerCaller, role: PartnerRole = 'member'): Promise<void> {
    return this.begin(tx, caller, role, 'FOR NO KEY UPDATE');
  }

  private async begin(tx: Tx, caller: PartnerCaller, role: PartnerRole, strength: Strength): Promise<void> {
    const [partner] = await tx.query<{ status: string }>(
      `SELECT status FROM partners WHERE id = $1 ${strength}`,
      [caller.partnerId],
    );
    if (partner === undefined) throw new AppError(platformErrors.invalid_credentials);
    if (partner.status !== 'active') throw new AppError(platformErrors.partner_suspended);
    await this.standing.lock(tx, caller);
    if (caller.member !== null) await this.requireRole(tx, caller.partnerId, caller.member.userId, role);
  }

  private async requireRole(tx: Tx, partnerId: string, userId: string, role: PartnerRole): Promise<void> {
    const member = await tx
      .repository(PartnerMemberEntity)
      .findOne({ where: { userId, partnerId }, lock: { mode: 'pessimistic_read' } });
    if (member === null) throw new AppError(platformErrors.not_in_a_partner);
    if (!hasRank(member.role, role)) throw new AppError(platformErrors.insufficient_permissions);
  }
}
