import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountClaims } from '../identity/accounts/account-claims.js';
import { AccountsModule } from '../identity/accounts.module.js';
import { RegistrationInvitations } from '../identity/accounts/registration-invitations.js';
import { MailModule } from '../../foundation/mail/mail.module.js';
import { OnboardingModule } from '../onboarding/onboarding.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { InvitationAcceptance } from './invitation-acceptance.service.js';
import { InvitationStore } from './invitation-store.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { OrgInvitationsController } from './org-invitations.controller.js';
import { InvitationEntity } from './invitation.entity.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

@Module({
  imports: [
    LimitsModule,
    TypeOrmModule.forFeature([InvitationEntity]),
    AccountsModule,
    MailModule,
    OnboardingModule,
    OrganizationsModule,
  ],
  controllers: [InvitationsController, OrgInvitationsController],
  providers: [InvitationAcceptance, InvitationStore, InvitationsService],
  exports: [InvitationsService],
})
export class InvitationsModule implements OnModuleInit {
  constructor(
    private readonly registration: RegistrationInvitations,
    private readonly store: InvitationStore,
    private readonly claims: AccountClaims,
    private readonly invitations: InvitationsService,
  ) {}

  /** `REGISTRATION=invite` admits whoever holds a pending invitation (01 §13.3); what a stranger sent ends (R28). */
  onModuleInit(): void {
    this.registration.register((store, email) => this.store.invites(store, email));
    this.claims.register((tx, claim) => this.invitations.withdrawAll(tx, claim));
  }
}
