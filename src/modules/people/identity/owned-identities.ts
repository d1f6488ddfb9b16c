import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { asksToRunAgain, type Tx } from '../../../kernel/database/database.js';
import { SessionsService } from './sessions.service.js';
import { UsersService } from './users.service.js';

/** What came of ending somebody's way in beside their membership (05 §2.6). */
export const SWITCHED_OFF = ['disabled', 'membership_only', 'skipped', 'failed'] as const;
export type SwitchedOff = (typeof SWITCHED_OFF)[number];
export const SWITCHED_ON = ['enabled', 'skipped', 'failed'] as const;
export type SwitchedOn = (typeof SWITCHED_ON)[number];

interface Member {
  organizationId: string;
  userId: string;
}

/**
 * Whether the organization is the only one the person is in, and vouches for their identity: it made the account, they
 * are linked to its identity provider, or it has verified the domain of their address (05 §2.6).
 */
const OWNERSHIP = `
  SELECT u.last_login_at IS NOT NULL
      OR EXISTS (SELECT 1 FROM user_sessions s WHERE s.user_id = u.id) AS "everSignedIn",
    NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.id AND m.organization_id <> $1) AND (
      u.created_by_organization_id = $1
      OR EXISTS (SELECT 1 FROM sso_identities i WHERE i.organization_id = $1 AND i.user_id = u.id)
      OR EXISTS (
        SELECT 1 FROM domains d
        WHERE d.organization_id = $1 AND d.verified_at IS NOT NULL AND d.domain = split_part(u.email, '@', 2))
    ) IS TRUE AS owned
  FROM users u WHERE u.id = $2`;

/** Sign-in of people whose identity belongs to one organization: off with their access to it, and on again. */
@Injectable()
export class OwnedIdentities {
  private readonly log = new Logger(OwnedIdentities.name);

  constructor(
    private readonly configuration: Configuration,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Ends the sessions and switches sign-in off where the organization owns the identity; asked while the membership is
   * still there. Without the licence nobody's identity is owned: no domain and no provider is trusted (R2).
   */
  async switchOff(tx: Tx, member: Member): Promise<SwitchedOff> {
    if (!this.configuration.entitled) return 'membership_only';
    return this.guarded(tx, async () => {
      const [found] = await tx.query<{ everSignedIn: boolean; owned: boolean }>(OWNERSHIP, [
        member.organizationId,
        member.userId,
      ]);
      if (found?.owned !== true) return 'membership_only';
      await this.users.deactivate(tx, member.userId, member.organizationId);
      await this.sessions.endAll(tx, member.userId);
      return found.everSignedIn ? 'disabled' : 'skipped';
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
      this.log.error({ err: error }, 'sign-in could not be switched');
      return 'failed';
    }
  }
}
