import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { OrgLifecycleModule } from '../../people/org/org-lifecycle.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { WorkspacesModule } from '../../people/workspaces/workspaces.module.js';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { PartnerOrganizationCreation } from './partner-organization-creation.js';
import { PartnerOrganizationsController } from './partner-organizations.controller.js';
import { PartnerOrganizationsService } from './partner-organizations.service.js';

@DescribeTags({
  'Partner Organizations':
    'Organizations that a partner creates for its customers, their claim links, and the partner ' + 'itself.',
})
@Module({
  imports: [
    AccountsModule,
    AgentsModule,
    ApiKeysModule,
    OrgLifecycleModule,
    OrganizationsModule,
    PartnersModule,
    WorkspacesModule,
  ],
  controllers: [PartnerOrganizationsController],
  providers: [PartnerOrganizationCreation, PartnerOrganizationsService],
})
export class PartnerOrganizationsModule {}
