import { Injectable } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import type { Tx } from '../../kernel/database/database.js';
import { RegistrationInvitations } from './registration-invitations.js';
import { UsersService } from './users.service.js';

/** Who may create an account through `/auth/*` (01 §13.3). */
@Injectable()
export class Registration {
  constructor(
    private readonly configuration: Configuration,
    private readonly users: UsersService,
    private readonly invitations: RegistrationInvitations,
  ) {}

  /** The first account is always possible, but where a setup token guards it only through bootstrap. */
  async admits(tx: Tx, email: string): Promise<boolean> {
    if (await this.users.claimFirstAccount(tx)) return this.configuration.bootstrapToken === null;
    switch (this.configuration.registration) {
      case 'open':
        return true;
      case 'invite':
        return this.invitations.admits(tx, email);
      case 'closed':
        return false;
    }
  }
}
