import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentEnvironmentModule } from '../../policy/agent-environment/agent-environment.module.js';
import { InstanceModule } from '../../people/instance/instance.module.js';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { AgentPlacementEntity } from './agent-placement.entity.js';
import { ComposedRuns } from './composed-runs.js';
import { EmbeddedRunner } from './placement/embedded-runner.js';
import { KnownRunners } from './placement/known-runners.js';
import { Placements } from './placement/placements.js';
import { PlacementStore } from './placement-store.js';
import { RunnerAgentsController } from './runner-agents.controller.js';
import { RunnerCalls } from './runner-calls.js';
import { RunnerController } from './runner.controller.js';
import { RunnerEntity } from './runner.entity.js';
import { RunnerStore } from './runner-store.js';
import { RunnerTokens } from './runner-tokens.js';
import { RunnersController } from './runners.controller.js';
import { RunnerTurnsController } from './runner-turns.controller.js';
import { RunnerWork } from './runner-work.js';

@Module({
  imports: [
    AgentEnvironmentModule,
    AgentsModule,
    ConversationsModule,
    InstanceModule,
    TypeOrmModule.forFeature([AgentPlacementEntity, RunnerEntity]),
  ],
  controllers: [RunnerAgentsController, RunnerController, RunnersController, RunnerTurnsController],
  providers: [
    ComposedRuns,
    EmbeddedRunner,
    KnownRunners,
    PlacementStore,
    Placements,
    RunnerCalls,
    RunnerStore,
    RunnerTokens,
    RunnerWork,
  ],
  exports: [EmbeddedRunner],
})
export class RunnersModule {}
