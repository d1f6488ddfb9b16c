import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi-tags.js';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { InvitationsModule } from '../../people/invitations/invitations.module.js';
import { OnboardingModule } from '../../people/onboarding/onboarding.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { WorkspacesModule } from '../../people/workspaces/workspaces.module.js';
import { ProvisionClaims } from './provision-claims.service.js';
import { ProvisionEntity } from './provision.entity.js';
import { ProvisionStore } from './provision-store.js';
import { ProvisionTeardown } from './provision-teardown.service.js';
import { ProvisionUpkeep } from './provision-upkeep.js';
import { ProvisionsController } from './provisions.controller.js';
import { ProvisionsService } from './provisions.service.js';
import { TeamProvisionsController } from './team-provisions.controller.js';

@DescribeTags({ Provisioning: 'Accounts prepared with a workspace and a key, to be claimed by a link.' })
@Module({
  imports: [
    TypeOrmModule.forFeature([ProvisionEntity]),
    AccountsModule,
    ApiKeysModule,
    InvitationsModule,
    OnboardingModule,
    OrganizationsModule,
    PolicySetsModule,
    WorkspacesModule,
  ],
  controllers: [TeamProvisionsController, ProvisionsController],
  providers: [ProvisionClaims, ProvisionsService, ProvisionStore, ProvisionTeardown, ProvisionUpkeep],
})
export class ProvisionsModule {}
