import { Module } from '@nestjs/common';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { SecretsModule } from '../../credentials/secrets/secrets.module.js';
import { ExportAvailableGuard } from './export-available.guard.js';
import { ExportService } from './export.service.js';
import { ImportService } from './import.service.js';
import { MigrationController } from './migration.controller.js';
import { MigrationTarget } from './migration-target.js';

@Module({
  imports: [AgentsModule, PolicySetsModule, SecretsModule],
  controllers: [MigrationController],
  providers: [ExportService, ImportService, MigrationTarget, ExportAvailableGuard],
})
export class MigrationModule {}
