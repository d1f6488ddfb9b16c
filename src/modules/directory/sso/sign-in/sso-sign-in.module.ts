import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../../people/identity/accounts.module.js';
import { OnboardingModule } from '../../../people/onboarding/onboarding.module.js';
import { OrganizationsModule } from '../../../people/organizations/organizations.module.js';
import { DomainsModule } from '../../domains/domains.module.js';
import { MembersModule } from '../../members/members.module.js';
import { SsoIdentitiesModule } from '../../sso-identities/sso-identities.module.js';
import { SsoConnectionsModule } from '../connections/sso-connections.module.js';
import { BrokeredSignIns } from './accounts/brokered-sign-ins.js';
import { BrowserBinding } from './browser-binding.js';
import { ConnectionUse } from './accounts/connection-use.js';
import { LoginPage } from './refusals/login-page.js';
import { SeenOnce } from './sessions/seen-once.js';
import { SignInProtocols } from './sign-in-protocol.js';
import { SsoAccounts } from './accounts/sso-accounts.js';
import { SsoAdoption } from './accounts/sso-adoption.js';
import { SsoAttempts } from './refusals/sso-attempts.js';
import { SsoConfirmationController } from './sso-confirmation.controller.js';
import { SsoConfirmationEntity } from './transactions/sso-confirmation.entity.js';
import { SsoConfirmation } from './sso-confirmation.service.js';
import { SsoConfirmations } from './transactions/sso-confirmations.js';
import { SsoConsents } from './accounts/sso-consents.js';
import { SsoLoginController } from './sso-login.controller.js';
import { SsoLogoutController } from './sso-logout.controller.js';
import { SsoLogout } from './sso-logout.service.js';
import { SsoRecognition } from './accounts/sso-recognition.js';
import { SsoRefusals } from './refusals/sso-refusals.filter.js';
import { SsoSeenEntity } from './sessions/sso-seen.entity.js';
import { SsoSessionEntity } from './sessions/sso-session.entity.js';
import { SsoSessions } from './sessions/sso-sessions.js';
import { SsoSignIn } from './sso-sign-in.service.js';
import { SsoTransactionEntity } from './transactions/sso-transaction.entity.js';
import { SsoTransactions } from './transactions/sso-transactions.js';

/** What every protocol shares: from the first redirect to the session, and its end. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SsoConfirmationEntity, SsoSeenEntity, SsoSessionEntity, SsoTransactionEntity]),
    AccountsModule,
    DomainsModule,
    MembersModule,
    OnboardingModule,
    OrganizationsModule,
    SsoConnectionsModule,
    SsoIdentitiesModule,
  ],
  controllers: [SsoConfirmationController, SsoLoginController, SsoLogoutController],
  providers: [
    BrokeredSignIns,
    BrowserBinding,
    ConnectionUse,
    LoginPage,
    SeenOnce,
    SignInProtocols,
    SsoAccounts,
    SsoAdoption,
    SsoAttempts,
    SsoConfirmation,
    SsoConfirmations,
    SsoConsents,
    SsoLogout,
    SsoRecognition,
    SsoRefusals,
    SsoSessions,
    SsoSignIn,
    SsoTransactions,
  ],
  exports: [
    BrowserBinding,
    LoginPage,
    SeenOnce,
    SignInProtocols,
    SsoAttempts,
    SsoRefusals,
    SsoSessions,
    SsoSignIn,
    SsoTransactions,
  ],
})
export class SsoSignInModule {}
