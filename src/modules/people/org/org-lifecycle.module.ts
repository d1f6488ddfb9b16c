import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { AccountsModule } from '../identity/accounts.module.js';
import { OnboardingModule } from '../onboarding/onboarding.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { OrgApiKeyService } from './org-api-key.service.js';
import { OrgController } from './org.controller.js';
import { OrgService } from './org.service.js';
import { OrganizationCreation } from './organization-creation.js';
import { OrganizationDeletion } from './organization-deletion.js';
import { OrgsController } from './orgs.controller.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

@DescribeTags({
  Organization: 'The organization: members, invitations, keys, usage, audit log, ownership.',
})
@Module({
  imports: [
    LimitsModule,
    AccountsModule,
    ApiKeysModule,
    EditionsModule,
    OnboardingModule,
    OrganizationsModule,
    WorkspacesModule,
  ],
  controllers: [OrgsController, OrgController],
  providers: [OrgService, OrgApiKeyService, OrganizationCreation, OrganizationDeletion],
  exports: [OrganizationDeletion],
})
export class OrgLifecycleModule {}
