import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LicenceExceptions } from '../../../kernel/access/declaration/licence-exceptions.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { RegistrationInvitations } from '../../people/identity/accounts/registration-invitations.js';
import { InvitationsModule } from '../../people/invitations/invitations.module.js';
import { OnboardingModule } from '../../people/onboarding/onboarding.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { WorkspacesModule } from '../../people/workspaces/workspaces.module.js';
import { OtherClaims } from './other-claims.js';
import { ProvisionClaims } from './provision-claims.service.js';
import { ProvisionEntity } from './provision.entity.js';
import { ProvisionStore } from './provision-store.js';
import { ProvisionTeardown } from './provision-teardown.service.js';
import { ProvisionCleanup } from './provision-cleanup.js';
import { ProvisionsController } from './provisions.controller.js';
import { ProvisionsService } from './provisions.service.js';
import { TeamProvisionsController } from './team-provisions.controller.js';

@DescribeTags({
  Provisioning: 'Accounts that are prepared with a workspace and a key, and claimed by a link.',
})
@Module({
  imports: [
    TypeOrmModule.forFeature([ProvisionEntity]),
    AccountsModule,
    ApiKeysModule,
    EditionsModule,
    InvitationsModule,
    OnboardingModule,
    OrganizationsModule,
    PolicySetsModule,
    WorkspacesModule,
  ],
  controllers: [TeamProvisionsController, ProvisionsController],
  providers: [
    OtherClaims,
    ProvisionClaims,
    ProvisionsService,
    ProvisionStore,
    ProvisionTeardown,
    ProvisionCleanup,
  ],
  exports: [OtherClaims],
})
export class ProvisionsModule implements OnModuleInit {
  constructor(
    private readonly configuration: Configuration,
    private readonly exceptions: LicenceExceptions,
    private readonly otherClaims: OtherClaims,
    private readonly registration: RegistrationInvitations,
    private readonly store: ProvisionStore,
  ) {}

  /** `REGISTRATION=invite` admits whoever holds the link of a prepared account (R36.10), where it can be claimed at all. */
  onModuleInit(): void {
    this.exceptions.register('partner-claim', (body) => this.otherClaims.in(body));
    if (!this.configuration.entitled) return;
    this.registration.register((store, _email, token) =>
      token === null ? Promise.resolve(false) : this.store.admits(store, token),
    );
  }
}
