import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { AgentSchedules } from './agent-schedules.js';
import { ScheduleClaims } from './schedule-claims.js';
import { ScheduleFiring } from './schedule-firing.js';
import { ScheduleResults } from './schedule-results.js';
import { ScheduleCleanup } from './schedule-cleanup.js';
import { ScheduleWriter } from './schedule-writer.js';
import { ScheduleEntity } from './records/schedule.entity.js';
import { ScheduleStore } from './schedule-store.js';
import { SchedulesController } from './schedules.controller.js';
import { SchedulesService } from './schedules.service.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

@DescribeTags({ Schedules: 'Cron schedules that start turns of a hosted agent.' })
@Module({
  imports: [
    LimitsModule,
    TypeOrmModule.forFeature([ScheduleEntity]),
    AccountsModule,
    AgentsModule,
    ConversationsModule,
  ],
  controllers: [SchedulesController],
  providers: [
    AgentSchedules,
    ScheduleClaims,
    ScheduleFiring,
    ScheduleResults,
    ScheduleStore,
    ScheduleCleanup,
    ScheduleWriter,
    SchedulesService,
  ],
  exports: [AgentSchedules],
})
export class SchedulesModule {}
