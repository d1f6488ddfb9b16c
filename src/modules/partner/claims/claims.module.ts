import { Module, type OnModuleInit } from '@nestjs/common';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { OtherClaims } from '../../directory/provisions/other-claims.js';
import { ProvisionsModule } from '../../directory/provisions/provisions.module.js';
import { ScimTokensModule } from '../../directory/scim-tokens/scim-tokens.module.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { RegistrationInvitations } from '../../people/identity/accounts/registration-invitations.js';
import { InvitationsModule } from '../../people/invitations/invitations.module.js';
import { OnboardingModule } from '../../people/onboarding/onboarding.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { WorkspacesModule } from '../../people/workspaces/workspaces.module.js';
import { PartnerOrganizationsStore } from '../partners/partner-organizations.store.js';
import { PartnersModule } from '../partners/partners.module.js';
import { ClaimsController } from './claims.controller.js';
import { ClaimsService } from './claims.service.js';
import { TakeOver } from './take-over.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

@Module({
  imports: [
    LimitsModule,
    AccountsModule,
    ApiKeysModule,
    InvitationsModule,
    OnboardingModule,
    OrganizationsModule,
    PartnersModule,
    PolicySetsModule,
    ProvisionsModule,
    ScimTokensModule,
    WorkspacesModule,
  ],
  controllers: [ClaimsController],
  providers: [ClaimsService, TakeOver],
})
export class ClaimsModule implements OnModuleInit {
  constructor(
    private readonly claims: ClaimsService,
    private readonly store: PartnerOrganizationsStore,
    private readonly otherClaims: OtherClaims,
    private readonly registration: RegistrationInvitations,
  ) {}

  /** Claim pages post every token to one path (07 A7.3), and `REGISTRATION=invite` admits who holds a link. */
  onModuleInit(): void {
    this.otherClaims.register({
      knows: (token) => this.claims.knows(token),
      claim: (caller, token) => this.claims.claimOnSharedPath(caller, token),
    });
    this.registration.register((store, _email, token) =>
      token === null ? Promise.resolve(false) : this.store.admits(store, token),
    );
  }
}
