import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { AppAvailabilityModule } from '../app-availability/app-availability.module.js';
import { AppClientsModule } from '../app-clients/app-clients.module.js';
import { BlocklistsModule } from '../blocklists/blocklists.module.js';
import { ConnectFlowModule } from '../connect-flow/connect-flow.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { AppCatalogueController } from './app-catalogue.controller.js';
import { AppConfigController } from './app-config.controller.js';
import { AppsController } from './apps.controller.js';
import { AppsService } from './apps.service.js';
import { BlocklistController } from './blocklist.controller.js';
import { CallbackController } from './callback.controller.js';
import { ConnectController } from './connect.controller.js';
import { ConsentStart } from './consent-start.js';
import { TargetOrganization } from './target-organization.js';

@DescribeTags({ Apps: 'The available apps and how a workspace connects them.' })
@Module({
  imports: [
    AppCatalogModule,
    AppAvailabilityModule,
    AppClientsModule,
    BlocklistsModule,
    ConnectFlowModule,
    ConnectionsModule,
    OrganizationsModule,
  ],
  controllers: [
    AppCatalogueController,
    AppsController,
    AppConfigController,
    BlocklistController,
    CallbackController,
    ConnectController,
  ],
  providers: [AppsService, ConsentStart, TargetOrganization],
  exports: [ConsentStart, TargetOrganization],
})
export class AppsModule {}
