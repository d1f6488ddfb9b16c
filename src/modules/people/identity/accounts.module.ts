import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { MailModule } from '../../foundation/mail/mail.module.js';
import { AccountClaims } from './account-claims.js';
import { AccountsService } from './accounts.service.js';
import { ClaimImpacts } from './claim-impacts.js';
import { DeviceCookies } from './device-cookies.js';
import { EmailChanges } from './email-changes.js';
import { ManagedAccounts } from './managed-accounts.js';
import { OwnedIdentities } from './owned-identities.js';
import { PasswordGuesses } from './password-guesses.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordResetRequests } from './password-reset-requests.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordsService } from './passwords.service.js';
import { Registration } from './registration.js';
import { RegistrationInvitations } from './registration-invitations.js';
import { SessionClients } from './session-clients.js';
import { SessionEndings } from './session-endings.service.js';
import { SessionCleanup } from './session-cleanup.js';
import { SessionsService } from './sessions.service.js';
import { UsersService } from './users.service.js';
import { PasswordResetTokenEntity } from './password-reset-token.entity.js';
import { UserEntity } from './user.entity.js';
import { UserPasswordEntity } from './user-password.entity.js';
import { UserSessionEntity } from './user-session.entity.js';

const SERVICES = [
  AccountClaims,
  AccountsService,
  ClaimImpacts,
  DeviceCookies,
  EmailChanges,
  ManagedAccounts,
  OwnedIdentities,
  PasswordGuesses,
  PasswordHasher,
  PasswordResetRequests,
  PasswordResetService,
  PasswordsService,
  Registration,
  RegistrationInvitations,
  SessionClients,
  SessionEndings,
  SessionsService,
  UsersService,
];

/** People, passwords and sessions as services; `IdentityModule` puts `/auth/*` on top where it exists. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PasswordResetTokenEntity, UserEntity, UserPasswordEntity, UserSessionEntity]),
    ApiKeysModule,
    MailModule,
  ],
  providers: [...SERVICES, SessionCleanup],
  exports: SERVICES,
})
export class AccountsModule {}
