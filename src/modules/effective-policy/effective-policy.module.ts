import { Module } from '@nestjs/common';
import { AgentAccessModule } from '../agent-access/agent-access.module.js';
import { EffectivePolicyController } from './effective-policy.controller.js';
import { EffectiveRulesService } from './effective-rules.service.js';
import { PolicyStates } from './policy-states.js';

@Module({
  imports: [AgentAccessModule],
  controllers: [EffectivePolicyController],
  providers: [PolicyStates, EffectiveRulesService],
})
export class EffectivePolicyModule {}
