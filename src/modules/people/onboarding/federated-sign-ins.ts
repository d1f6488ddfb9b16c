import { Injectable } from '@nestjs/common';
import type { Store, Tx } from '../../../kernel/database/database.js';
import type { Person } from '../identity/person.js';

/** What identity providers that a token names are worth here. */
export interface Federation {
  /** Whether one of them may say whose the address is (05 §8.7 step 2). */
  vouches(store: Store, providers: readonly string[], email: string): Promise<boolean>;
  /** Makes the person a member where signing in by one of them does; never fails the request (01 §12 step 4). */
  admit(tx: Tx, providers: readonly string[], person: Person): Promise<void>;
}

const NOBODYS: Federation = { vouches: () => Promise.resolve(false), admit: () => Promise.resolve() };

/** Port: the module that knows the organizations' connections answers. Without it no provider is trusted. */
@Injectable()
export class FederatedSignIns implements Federation {
  private federation = NOBODYS;

  register(federation: Federation): void {
    this.federation = federation;
  }

  async vouches(store: Store, providers: readonly string[], email: string): Promise<boolean> {
    return providers.length > 0 && (await this.federation.vouches(store, providers, email));
  }

  async admit(tx: Tx, providers: readonly string[], person: Person): Promise<void> {
    if (providers.length > 0) await this.federation.admit(tx, providers, person);
  }
}
