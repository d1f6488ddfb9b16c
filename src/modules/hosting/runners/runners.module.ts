import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { AgentPlacementEntity } from './agent-placement.entity.js';
import { ComposedRuns } from './composed-runs.js';
import { RunnerCalls } from './runner-calls.js';
import { RunnerController } from './runner.controller.js';
import { RunnerEntity } from './runner.entity.js';
import { RunnerStore } from './runner-store.js';
import { RunnerTokens } from './runner-tokens.js';
import { RunnerTurnsController } from './runner-turns.controller.js';
import { RunnerWork } from './runner-work.js';

@Module({
  imports: [
    AgentsModule,
    ConversationsModule,
    TypeOrmModule.forFeature([AgentPlacementEntity, RunnerEntity]),
  ],
  controllers: [RunnerController, RunnerTurnsController],
  providers: [ComposedRuns, RunnerCalls, RunnerStore, RunnerTokens, RunnerWork],
})
export class RunnersModule {}
