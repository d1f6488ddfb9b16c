import { Module } from '@nestjs/common';
import { LapsedLicence } from './lapsed-licence.js';
import { OrganizationRules } from './organization-rules.js';
import { PolicySetWriter } from './policy-set.writer.js';
import { PolicySetsService } from './policy-sets.service.js';
import { SecretGrantWatchers } from './secret-grant-watchers.js';

@Module({
  providers: [PolicySetWriter, PolicySetsService, OrganizationRules, LapsedLicence, SecretGrantWatchers],
  exports: [PolicySetsService, OrganizationRules, SecretGrantWatchers],
})
export class PolicySetsModule {}
