import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { AccountsModule } from '../identity/accounts.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { FederatedSignIns } from './federated-sign-ins.js';
import { OnboardingService } from './onboarding.service.js';
import { SessionIdentities } from './session-identity.js';
import { SessionSyncController } from './session-sync.controller.js';
import { SessionSyncService } from './session-sync.service.js';

@Module({
  imports: [ApiKeysModule, AccountsModule, OrganizationsModule, WorkspacesModule],
  controllers: [SessionSyncController],
  providers: [FederatedSignIns, OnboardingService, SessionIdentities, SessionSyncService],
  exports: [FederatedSignIns, OnboardingService],
})
export class OnboardingModule {}
