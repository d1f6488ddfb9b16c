import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { BlocklistsModule } from '../blocklists/blocklists.module.js';
import { ConnectionEntity } from './connection.entity.js';
import { ConnectionStore } from './connection-store.js';
import { ConnectionWriter } from './connection-writer.js';
import { ConnectionsController } from './connections.controller.js';
import { ConnectionsService } from './connections.service.js';
import { CredentialRows } from './credential-rows.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

@DescribeTags({
  Connections: 'Accounts that people connected. Agents use them through grants and never see a token.',
})
@Module({
  imports: [
    LimitsModule,
    TypeOrmModule.forFeature([ConnectionEntity]),
    AppCatalogModule,

    EditionsModule,
    PolicySetsModule,
    BlocklistsModule,
  ],
  controllers: [ConnectionsController],
  providers: [ConnectionStore, ConnectionWriter, ConnectionsService, CredentialRows],
  exports: [ConnectionStore, ConnectionWriter, ConnectionsService, CredentialRows],
})
export class ConnectionsModule {}
