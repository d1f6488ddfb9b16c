import { Module } from '@nestjs/common';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { BlocklistsService } from './blocklists.service.js';

@Module({
  imports: [AppCatalogModule, PolicySetsModule],
  providers: [BlocklistsService],
  exports: [BlocklistsService],
})
export class BlocklistsModule {}
