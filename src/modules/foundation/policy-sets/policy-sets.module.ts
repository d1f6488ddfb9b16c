import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LapsedLicence } from './lapsed-licence.js';
import { OrganizationRules } from './organization-rules.js';
import { PolicySetWriter } from './policy-set.writer.js';
import { PolicySetsService } from './policy-sets.service.js';
import { SecretGrantWatchers } from './grants/secret-grant-watchers.js';
import { PolicyRuleEntity } from './policy-rule.entity.js';
import { PolicySetEntity } from './policy-set.entity.js';
import { PolicySnapshotEntity } from './policy-snapshot.entity.js';
import { LimitsModule } from '../limits/limits.module.js';

@Module({
  imports: [
    LimitsModule,
    TypeOrmModule.forFeature([PolicyRuleEntity, PolicySetEntity, PolicySnapshotEntity]),
  ],
  providers: [PolicySetWriter, PolicySetsService, OrganizationRules, LapsedLicence, SecretGrantWatchers],
  exports: [PolicySetsService, OrganizationRules, SecretGrantWatchers],
})
export class PolicySetsModule {}
