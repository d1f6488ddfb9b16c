import { Module } from '@nestjs/common';
import { LapsedLicence } from './lapsed-licence.js';
import { OrganizationRules } from './organization-rules.js';
import { PolicySetWriter } from './policy-set.writer.js';
import { PolicySetsService } from './policy-sets.service.js';

@Module({
  providers: [PolicySetWriter, PolicySetsService, OrganizationRules, LapsedLicence],
  exports: [PolicySetsService, OrganizationRules],
})
export class PolicySetsModule {}
