import { Injectable, Logger } from '@nestjs/common';
import { asksToRunAgain, type Tx } from '../../../../kernel/database/database.js';
import { ManagedAccounts } from './managed-accounts.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersService } from '../users/users.service.js';

/** What came of ending somebody's way in beside their membership (05 §2.6). */
export const SWITCHED_OFF = ['disabled', 'membership_only', 'skipped', 'failed'] as const;
export type SwitchedOff = (typeof SWITCHED_OFF)[number];
export const SWITCHED_ON = ['enabled', 'skipped', 'failed'] as const;
export type SwitchedOn = (typeof SWITCHED_ON)[number];

interface Member {
  organizationId: string;
  userId: string;
}

/** Sign-in of people whose account an organization manages: off with their access to it, and on again. */
@Injectable()
export class OwnedIdentities {
  private readonly log = new Logger(OwnedIdentities.name);

  constructor(
    private readonly managed: ManagedAccounts,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Ends the sessions and switches sign-in off where the organization manages the account; asked while the membership is
   * still there. An account that nobody has entered is kept from its address only where that is on a domain of the
   * organization: otherwise whoever names a stranger's address first would lock them out (R39).
   */
  async switchOff(tx: Tx, member: Member): Promise<SwitchedOff> {
    return this.guarded(tx, async () => {
      const standing = await this.managed.judge(tx, member);
      if (standing?.managed !== true) return 'membership_only';
      const { everEntered, onVerifiedDomain } = standing;
      if (everEntered || onVerifiedDomain) {
        await this.users.deactivate(tx, member.userId, member.organizationId);
        await this.sessions.endAll(tx, member.userId);
      }
      return everEntered ? 'disabled' : 'skipped';
    });
  }

  /** Undoes what this organization did, and nothing anybody else did. */
  async switchOn(tx: Tx, { organizationId, userId }: Member): Promise<SwitchedOn> {
    return this.guarded(tx, async () => {
      const person = await this.users.reactivate(tx, userId, organizationId);
      return person !== null && person.lastLoginAt !== null ? 'enabled' : 'skipped';
    });
  }

  /** The membership's change stands whatever happens here (05 §2.6). */
  private async guarded<T>(tx: Tx, work: () => Promise<T>): Promise<T | 'failed'> {
    try {
      return await tx.savepoint(work);
    } catch (error) {
      if (asksToRunAgain(error)) throw error;
      this.log.error({ err: error }, 'sign-in of a member could not be enabled or disabled');
      return 'failed';
    }
  }
}
