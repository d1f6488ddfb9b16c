import { Module } from '@nestjs/common';
import { AgentAccessModule } from '../../modules/agent-access/agent-access.module.js';
import { AppCatalogModule } from '../../modules/apps/catalog.module.js';
import { EffectivePolicyModule } from '../../modules/effective-policy/effective-policy.module.js';
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
