import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { AppClientsModule } from '../app-clients/app-clients.module.js';
import { BlocklistsModule } from '../blocklists/blocklists.module.js';
import { ConnectFlowModule } from '../connect-flow/connect-flow.module.js';
import { AppsModule } from './apps.module.js';
import { OrgAppConfigController } from './org-app-config.controller.js';
import { OrgBlocklistController } from './blocklist.controller.js';
import { OrgConnectController } from './org-connect.controller.js';

@DescribeTags({
  'Organization apps': 'Accounts, OAuth clients and blocked hosts of an organization for all its workspaces.',
})
@Module({
  imports: [AppCatalogModule, AppClientsModule, AppsModule, BlocklistsModule, ConnectFlowModule],
  controllers: [OrgAppConfigController, OrgBlocklistController, OrgConnectController],
})
export class OrgAppsModule {}
