import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { AppAvailabilityModule } from '../app-availability/app-availability.module.js';
import { AppClientsModule } from '../app-clients/app-clients.module.js';
import { ConnectionTokensModule } from '../connection-tokens/connection-tokens.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { CodeExchange } from './code-exchange.js';
import { ConnectInitiator } from './connect-initiator.js';
import { ConnectionFlowEntity } from './connection-flow.entity.js';
import { ConnectionFlows } from './connection-flows.js';
import { ConsentService } from './consent.service.js';
import { DirectConnectService } from './direct-connect.service.js';
import { DirectCredentials } from './direct-credentials.js';
import { GithubInstallation } from './github-installation.js';
import { IdentityProbes } from './identity-probes.js';
import { PlantedNavigation } from './planted-navigation.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ConnectionFlowEntity]),
    AppCatalogModule,
    AppAvailabilityModule,
    AppClientsModule,
    ConnectionTokensModule,
    ConnectionsModule,
    OrganizationsModule,
  ],
  providers: [
    CodeExchange,
    ConnectInitiator,
    ConnectionFlows,
    ConsentService,
    DirectConnectService,
    DirectCredentials,
    GithubInstallation,
    IdentityProbes,
    PlantedNavigation,
  ],
  exports: [ConsentService, DirectConnectService, PlantedNavigation],
})
export class ConnectFlowModule {}
