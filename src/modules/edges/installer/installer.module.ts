import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../foundation/audit/audit.module.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { InstallationsService } from './installations.service.js';
import { InstallerController } from './installer.controller.js';
import { WorkspaceInstallationEntity } from './workspace-installation.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([WorkspaceInstallationEntity]), AccountsModule, AuditModule],
  controllers: [InstallerController],
  providers: [InstallationsService],
})
export class InstallerModule {}
