import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { AppClientsService } from './app-clients.service.js';
import { AppConfigEntity } from './app-config.entity.js';
import { AppConfigStore } from './app-config-store.js';
import { AwsExternalIdEntity, WorkspaceAwsExternalIdEntity } from './aws-external-id.entity.js';
import { RefreshClients } from './refresh-clients.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([AppConfigEntity, AwsExternalIdEntity, WorkspaceAwsExternalIdEntity]),
    AppCatalogModule,

    ConnectionsModule,
  ],
  providers: [AppConfigStore, AppClientsService, RefreshClients],
  exports: [AppClientsService, RefreshClients],
})
export class AppClientsModule {}
