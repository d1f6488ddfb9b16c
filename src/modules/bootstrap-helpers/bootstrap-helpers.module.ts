import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Configuration } from '../../kernel/config/configuration.js';
import { DatabaseLocation } from '../../kernel/database/database-location.js';
import { PublicFetch } from '../../kernel/egress/public-fetch.js';
import { AuditModule } from '../audit/audit.module.js';
import { AccountsModule } from '../identity/accounts.module.js';
import { BootstrapHelpersController } from './bootstrap-helpers.controller.js';
import { FaviconsService } from './favicons.service.js';
import { InstallationsService } from './installations.service.js';
import { WorkspaceInstallationEntity } from './workspace-installation.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([WorkspaceInstallationEntity]), AccountsModule, AuditModule],
  controllers: [BootstrapHelpersController],
  providers: [
    FaviconsService,
    InstallationsService,
    {
      provide: PublicFetch,
      inject: [Configuration, DatabaseLocation],
      useFactory: (configuration: Configuration, location: DatabaseLocation) =>
        PublicFetch.of(configuration, location.url),
    },
  ],
})
export class BootstrapHelpersModule {}
