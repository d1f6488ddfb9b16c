import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { PolicySetsModule } from '../policy-sets/policy-sets.module.js';
import { SecretsModule } from '../secrets/secrets.module.js';
import { GrantsController } from './grants.controller.js';
import { GrantsService } from './grants.service.js';

@Module({
  imports: [AgentsModule, AuditModule, PolicySetsModule, SecretsModule],
  controllers: [GrantsController],
  providers: [GrantsService],
})
export class GrantsModule {}
