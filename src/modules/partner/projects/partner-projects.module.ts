import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { WorkspacesModule } from '../../people/workspaces/workspaces.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { PartnerProjectsController } from './partner-projects.controller.js';
import { PartnerProjectsService } from './partner-projects.service.js';

@DescribeTags({ 'Partner Projects': 'Projects (workspaces) of an unclaimed organization.' })
@Module({
  imports: [AccountsModule, PartnersModule, WorkspacesModule],
  controllers: [PartnerProjectsController],
  providers: [PartnerProjectsService],
})
export class PartnerProjectsModule {}
