import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';

/** A person or a group that was removed from an organization. */
export interface RemovedPrincipal {
  organizationId: string;
  type: 'user' | 'group';
  id: string;
}

type Removal = (tx: Tx, principal: RemovedPrincipal) => Promise<void>;

/**
 * Port for modules above whose rows name people and groups (05 §2.7.4, §3.5). They are called in the transaction that
 * removes the principal, with the organization locked.
 */
@Injectable()
export class PrincipalRemovals {
  private readonly removals: Removal[] = [];

  register(removal: Removal): void {
    this.removals.push(removal);
  }

  async announce(tx: Tx, principal: RemovedPrincipal): Promise<void> {
    for (const remove of this.removals) await remove(tx, principal);
  }
}
