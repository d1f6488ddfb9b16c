import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi-tags.js';
import { AgentsModule } from '../../policy/agents/agents.module.js';
import { ScheduleEntity } from './schedule.entity.js';
import { ScheduleStore } from './schedule-store.js';
import { SchedulesController } from './schedules.controller.js';
import { SchedulesService } from './schedules.service.js';

@DescribeTags({ Schedules: 'What a hosted agent does by the clock.' })
@Module({
  imports: [TypeOrmModule.forFeature([ScheduleEntity]), AgentsModule],
  controllers: [SchedulesController],
  providers: [SchedulesService, ScheduleStore],
})
export class SchedulesModule {}
