import { Module } from '@nestjs/common';
import { OrganizationRules } from './organization-rules.js';
import { PolicySetWriter } from './policy-set.writer.js';
import { PolicySetsService } from './policy-sets.service.js';

@Module({
  providers: [PolicySetWriter, PolicySetsService, OrganizationRules],
  exports: [PolicySetsService, OrganizationRules],
})
export class PolicySetsModule {}
