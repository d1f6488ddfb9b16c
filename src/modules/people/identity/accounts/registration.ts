import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import type { Tx } from '../../../../kernel/database/database.js';
import type { SessionClient } from '../sessions/sessions.service.js';
import { RegistrationInvitations } from './registration-invitations.js';
import { UsersService } from '../users/users.service.js';

/** Why somebody gets no account. `foreign-host`: the first account is not for who names somebody else's host. */
export type RegistrationRefusal = 'closed' | 'foreign-host';

/** Who may create an account through `/auth/*` (01 §13.3). */
@Injectable()
export class Registration {
  constructor(
    private readonly configuration: Configuration,
    private readonly users: UsersService,
    private readonly invitations: RegistrationInvitations,
  ) {}

  /**
   * Null for whoever may have an account. The first one is possible whatever the settings, but where a setup token
   * guards it, as it does from another machine, only through bootstrap, and never for a request that names somebody else's host.
   */
  async refusal(
    tx: Tx,
    email: string,
    client: Pick<SessionClient, 'byOwnName' | 'isLocal'>,
    claimToken: string | null = null,
  ): Promise<RegistrationRefusal | null> {
    const first = await this.users.claimFirstAccount(tx, client);
    if (first === 'foreign') return 'foreign-host';
    if (first === 'free')
      return this.configuration.bootstrapToken === null && client.isLocal ? null : 'closed';
    return (await this.admits(tx, email, claimToken)) ? null : 'closed';
  }

  private async admits(tx: Tx, email: string, claimToken: string | null): Promise<boolean> {
    switch (this.configuration.registration) {
      case 'open':
        return true;
      case 'invite':
        return this.invitations.admits(tx, email, claimToken);
      case 'closed':
        return false;
    }
  }
}
