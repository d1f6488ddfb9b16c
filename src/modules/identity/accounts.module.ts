import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { AccountsService } from './accounts.service.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordsService } from './passwords.service.js';
import { Registration } from './registration.js';
import { RegistrationInvitations } from './registration-invitations.js';
import { SessionUpkeep } from './session-upkeep.js';
import { SessionsService } from './sessions.service.js';
import { UsersService } from './users.service.js';

/** People, passwords and sessions as services; `IdentityModule` puts `/auth/*` on top where it exists. */
@Module({
  imports: [AuditModule, MailModule],
  providers: [
    AccountsService,
    PasswordHasher,
    PasswordResetService,
    PasswordsService,
    Registration,
    RegistrationInvitations,
    SessionUpkeep,
    SessionsService,
    UsersService,
  ],
  exports: [
    AccountsService,
    PasswordHasher,
    PasswordResetService,
    PasswordsService,
    Registration,
    RegistrationInvitations,
    SessionsService,
    UsersService,
  ],
})
export class AccountsModule {}
