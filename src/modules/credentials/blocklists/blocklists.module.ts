import { Module } from '@nestjs/common';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { AuditModule } from '../../foundation/audit/audit.module.js';
import { declareAudited } from '../../foundation/audit/audit-vocabulary.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { BlocklistsService } from './blocklists.service.js';

declareAudited('policy');

@Module({
  imports: [AppCatalogModule, AuditModule, PolicySetsModule],
  providers: [BlocklistsService],
  exports: [BlocklistsService],
})
export class BlocklistsModule {}
