import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../kernel/database/database.js';
import { Epochs } from '../../../../kernel/database/epochs.js';
import { PasswordResetService } from './password-reset.service.js';
import { UsersService } from '../users/users.service.js';

/** Another address for an account, and an end to the links that were sent to the old one. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly epochs: Epochs,
    private readonly users: UsersService,
    private readonly resets: PasswordResetService,
  ) {}

  /** The address is free, and the organization, the person's only one, may say that it is theirs. */
  async apply(
    tx: Tx,
    { organizationId, userId }: { organizationId: string; userId: string },
    email: string,
  ): Promise<void> {
    await this.users.changeEmail(tx, userId, email);
    await this.resets.cancel(tx, userId);
    await this.epochs.raise(tx, { organization: organizationId });
  }
}
