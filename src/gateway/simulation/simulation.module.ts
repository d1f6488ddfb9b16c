import { Module } from '@nestjs/common';
import { AgentAccessModule } from '../../modules/policy/agent-snapshot/agent-access.module.js';
import { AppCatalogModule } from '../../modules/foundation/app-catalog/catalog.module.js';
import { EffectivePolicyModule } from '../../modules/policy/effective-policy/effective-policy.module.js';
import { DecisionModule } from '../stages/decision.module.js';
import { SimulationController } from './simulation.controller.js';
import { Simulator } from './simulator.js';

/** On the management origin of every process, with a gateway or without: it judges, it opens no port. */
@Module({
  imports: [AgentAccessModule, AppCatalogModule, DecisionModule, EffectivePolicyModule],
  controllers: [SimulationController],
  providers: [Simulator],
})
export class SimulationModule {}
