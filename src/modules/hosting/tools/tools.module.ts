import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { MemoriesModule } from '../memories/memories.module.js';
import { SchedulesModule } from '../schedules/schedules.module.js';
import { AgentWriting } from './agent-writing.js';
import { MemoryTools } from './memory-tools.js';
import { PlatformTools } from './platform-tools.js';
import { ScheduleTools } from './schedule-tools.js';

@Module({
  imports: [AccountsModule, AgentsModule, MemoriesModule, SchedulesModule],
  providers: [AgentWriting, MemoryTools, PlatformTools, ScheduleTools],
  exports: [AgentWriting, PlatformTools],
})
export class ToolsModule {}
