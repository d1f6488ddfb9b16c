import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AgentAccessModule } from '../agent-snapshot/agent-access.module.js';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { EffectiveCredentialsService } from './effective-credentials.service.js';
import { EffectivePermissionsService } from './effective-permissions.service.js';
import { EffectivePolicyController } from './effective-policy.controller.js';
import { EffectiveResources } from './effective-resources.js';
import { EffectiveRulesService } from './effective-rules.service.js';
import { PolicyLenses } from './policy-lens.js';
import { PolicyStates } from './policy-states.js';

@DescribeTags({
  'Effective policy': 'The combined result of all rules and grants, and the simulation of a request.',
})
@Module({
  imports: [AgentAccessModule, AppCatalogModule],
  controllers: [EffectivePolicyController],
  exports: [PolicyStates],
  providers: [
    PolicyStates,
    PolicyLenses,
    EffectiveResources,
    EffectiveRulesService,
    EffectivePermissionsService,
    EffectiveCredentialsService,
  ],
})
export class EffectivePolicyModule {}
