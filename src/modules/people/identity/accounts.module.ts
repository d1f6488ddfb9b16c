import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { MailModule } from '../../foundation/mail/mail.module.js';
import { AccountClaims } from './accounts/account-claims.js';
import { AccountsService } from './accounts/accounts.service.js';
import { ClaimImpacts } from './accounts/claim-impacts.js';
import { DeviceCookies } from './sessions/device-cookies.js';
import { EmailChanges } from './password-reset/email-changes.js';
import { ManagedAccounts } from './accounts/managed-accounts.js';
import { OwnedIdentities } from './accounts/owned-identities.js';
import { PasswordGuesses } from './passwords/password-guesses.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { PasswordResetRequests } from './password-reset/password-reset-requests.js';
import { PasswordResetService } from './password-reset/password-reset.service.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { Registration } from './accounts/registration.js';
import { RegistrationInvitations } from './accounts/registration-invitations.js';
import { SessionClients } from './sessions/session-clients.js';
import { SessionEndings } from './sessions/session-endings.service.js';
import { SessionCleanup } from './sessions/session-cleanup.js';
import { SessionsService } from './sessions/sessions.service.js';
import { UsersService } from './users/users.service.js';
import { PasswordResetTokenEntity } from './passwords/password-reset-token.entity.js';
import { UserEntity } from './users/user.entity.js';
import { UserPasswordEntity } from './passwords/user-password.entity.js';
import { UserSessionEntity } from './sessions/user-session.entity.js';

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
