import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { MemberRemovalModule } from '../org/member-removal.module.js';
import { AccountsModule } from '../identity/accounts.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { OnboardingModule } from '../onboarding/onboarding.module.js';
import { OrgLifecycleModule } from '../org/org-lifecycle.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { AccountController } from './account.controller.js';
import { AccountDeletion } from './account-deletion.service.js';
import { DeletionPreview } from './deletion-preview.service.js';

@Module({
  imports: [
    ApiKeysModule,
    AccountsModule,
    MemberRemovalModule,
    InvitationsModule,
    OnboardingModule,
    OrganizationsModule,
    OrgLifecycleModule,
    WorkspacesModule,
  ],
  controllers: [AccountController],
  providers: [AccountDeletion, DeletionPreview],
})
export class AccountModule {}
