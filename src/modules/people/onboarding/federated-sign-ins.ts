import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import type { Person } from '../identity/users/person.js';

/** Makes the person a member where signing in by one of these providers does; never fails the request. */
type Admission = (tx: Tx, providers: readonly string[], person: Person) => Promise<void>;

/**
 * Port for who joins an organization by a sign-in that its provider proved elsewhere (01 §12 step 4). The module that
 * knows the connections answers; with none registered nobody joins.
 */
@Injectable()
export class FederatedSignIns {
  private admission: Admission = () => Promise.resolve();

  register(admission: Admission): void {
    this.admission = admission;
  }

  async admit(tx: Tx, providers: readonly string[], person: Person): Promise<void> {
    if (providers.length > 0) await this.admission(tx, providers, person);
  }
}
