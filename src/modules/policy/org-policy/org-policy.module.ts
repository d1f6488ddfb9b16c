import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { ConnectionsModule } from '../../credentials/connections/connections.module.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { SecretsModule } from '../../credentials/secrets/secrets.module.js';
import { AppPermissionsController } from './app-permissions.controller.js';
import { AppPermissionsService } from './app-permissions.service.js';
import { PolicyStateController } from './policy-state.controller.js';
import { PolicyStateService } from './policy-state.service.js';
import { RuleGates } from './rule-gates.js';
import { RuleReferences } from './rule-references.js';
import { RulesController } from './rules.controller.js';
import { RulesService } from './rules.service.js';

@DescribeTags({
  'Organization policy': 'Rules that bind every workspace of the organization.',
})
@Module({
  imports: [
    AppCatalogModule,
    ConnectionsModule,
    EditionsModule,
    OrganizationsModule,
    PolicySetsModule,
    SecretsModule,
  ],
  controllers: [RulesController, PolicyStateController, AppPermissionsController],
  providers: [RuleGates, RuleReferences, RulesService, PolicyStateService, AppPermissionsService],
})
export class OrgPolicyModule {}
