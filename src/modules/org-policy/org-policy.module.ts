import { Module } from '@nestjs/common';
import { AppCatalogModule } from '../apps/catalog.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { EditionsModule } from '../editions/editions.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PolicySetsModule } from '../policy-sets/policy-sets.module.js';
import { SecretsModule } from '../secrets/secrets.module.js';
import { PolicyStateController } from './policy-state.controller.js';
import { PolicyStateService } from './policy-state.service.js';
import { RuleGates } from './rule-gates.js';
import { RuleReferences } from './rule-references.js';
import { RulesController } from './rules.controller.js';
import { RulesService } from './rules.service.js';

@Module({
  imports: [
    AppCatalogModule,
    AuditModule,
    EditionsModule,
    OrganizationsModule,
    PolicySetsModule,
    SecretsModule,
  ],
  controllers: [RulesController, PolicyStateController],
  providers: [RuleGates, RuleReferences, RulesService, PolicyStateService],
})
export class OrgPolicyModule {}
