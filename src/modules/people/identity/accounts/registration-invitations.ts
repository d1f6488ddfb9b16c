import { Injectable } from '@nestjs/common';
import type { Store } from '../../../../kernel/database/database.js';

/**
 * Tells whether an e-mail, or whoever holds a claim token, may register although registration is by invitation only.
 */
export type InvitationSource = (store: Store, email: string, claimToken: string | null) => Promise<boolean>;

/**
 * Port for what opens `REGISTRATION=invite`: pending invitations of the address, claim tokens (R36.10),
 * verified domains with just-in-time joining (01 §13.3). Their modules register here; with none
 * registered nobody is invited.
 */
@Injectable()
export class RegistrationInvitations {
  private readonly sources: InvitationSource[] = [];

  register(source: InvitationSource): void {
    this.sources.push(source);
  }

  async admits(store: Store, email: string, claimToken: string | null): Promise<boolean> {
    for (const source of this.sources) {
      if (await source(store, email, claimToken)) return true;
    }
    return false;
  }
}
