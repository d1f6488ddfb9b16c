import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { OnePasswordProvider } from './onepassword/onepassword.provider.js';
import { VaultChecks } from './vault-checks.js';
import { VaultProviders } from './vault-providers.js';
import { VaultStore } from './vault-store.js';
import { VaultValues } from './vault-values.js';
import { VaultsController } from './vaults.controller.js';
import { VaultsService } from './vaults.service.js';
import { VaultConnectionEntity } from './vault-connection.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([VaultConnectionEntity]), OrganizationsModule],
  controllers: [VaultsController],
  providers: [OnePasswordProvider, VaultProviders, VaultStore, VaultChecks, VaultsService, VaultValues],
  exports: [VaultsService, VaultValues],
})
export class VaultsModule {}
