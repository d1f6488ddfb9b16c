import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';

/** Somebody, or a group, that an organization has no more. */
export interface RemovedPrincipal {
  organizationId: string;
  type: 'user' | 'group';
  id: string;
}

type Removal = (tx: Tx, principal: RemovedPrincipal) => Promise<void>;

/**
 * Port for what names people and groups in areas below (05 §2.7.4, §3.5): called in the transaction that removed the
 * principal, with the organization locked.
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
