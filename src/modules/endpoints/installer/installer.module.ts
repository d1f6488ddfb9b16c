import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { InstallationsService } from './installations.service.js';
import { InstallerController } from './installer.controller.js';
import { WorkspaceInstallationEntity } from './workspace-installation.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([WorkspaceInstallationEntity]), AccountsModule],
  controllers: [InstallerController],
  providers: [InstallationsService],
})
export class InstallerModule {}
