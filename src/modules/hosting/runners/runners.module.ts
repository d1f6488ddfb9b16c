import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentEnvironmentModule } from '../../policy/agent-environment/agent-environment.module.js';
import { InstanceModule } from '../../people/instance/instance.module.js';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { CompositionModule } from '../composition/composition.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { MemoriesModule } from '../memories/memories.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { MemoryWriteBacks } from './agent-requests/memory-write-backs.js';
import { ToolCallEntity } from './agent-requests/tool-call.entity.js';
import { ToolCalls } from './agent-requests/tool-calls.js';
import { AgentPlacementEntity } from './agent-placement.entity.js';
import { AgentSetups } from './records/agent-setups.js';
import { ComposedRuns } from './composed-runs.js';
import { PlacedAgents } from './records/placed-agents.js';
import { EmbeddedRunner } from './placement/embedded-runner.js';
import { KnownRunners } from './placement/known-runners.js';
import { Placements } from './placement/placements.js';
import { PlacementStore } from './placement-store.js';
import { RunnerAgentsController } from './runner-agents.controller.js';
import { RunnerCalls } from './runner-calls.js';
import { RunnerController } from './runner.controller.js';
import { RunnerEntity } from './records/runner.entity.js';
import { RunnerRequestsController } from './runner-requests.controller.js';
import { RunnerSandboxesController } from './runner-sandboxes.controller.js';
import { RunnerStore } from './runner-store.js';
import { RunnerTokens } from './runner-tokens.js';
import { RunnersController } from './runners.controller.js';
import { RunnerTurnsController } from './runner-turns.controller.js';
import { RunnerWork } from './runner-work.js';
import { AbandonedSandboxEntity } from './sandboxes/abandoned-sandbox.entity.js';
import { ComputeReports } from './sandboxes/compute-reports.js';
import { Homes } from './sandboxes/homes.js';
import { ProcessEntity } from './records/process.entity.js';
import { Processes } from './sandboxes/processes.js';
import { Restarts } from './sandboxes/restarts.js';
import { SandboxConfigurations } from './sandboxes/sandbox-configurations.js';
import { SandboxEntity } from './sandboxes/sandbox.entity.js';
import { SandboxStops } from './sandboxes/sandbox-stops.js';
import { SandboxStore } from './sandboxes/sandbox-store.js';

@Module({
  imports: [
    AgentEnvironmentModule,
    AgentsModule,
    CompositionModule,
    ConversationsModule,
    InstanceModule,
    MemoriesModule,
    SkillsModule,
    ToolsModule,
    TypeOrmModule.forFeature([
      AbandonedSandboxEntity,
      AgentPlacementEntity,
      ProcessEntity,
      RunnerEntity,
      SandboxEntity,
      ToolCallEntity,
    ]),
  ],
  controllers: [
    RunnerAgentsController,
    RunnerController,
    RunnerRequestsController,
    RunnerSandboxesController,
    RunnersController,
    RunnerTurnsController,
  ],
  providers: [
    AgentSetups,
    ComposedRuns,
    ComputeReports,
    Homes,
    MemoryWriteBacks,
    PlacedAgents,
    Processes,
    Restarts,
    SandboxConfigurations,
    SandboxStops,
    SandboxStore,
    ToolCalls,
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
