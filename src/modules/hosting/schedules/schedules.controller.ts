import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { agentErrors } from '../../policy/agents/records/agent.errors.js';
import { CreateScheduleRequest, UpdateScheduleRequest } from './dto/schedule-request.dto.js';
import { ScheduleListResponse, ScheduleResponse } from './dto/schedule-response.dto.js';
import { scheduleErrors } from './schedule.errors.js';
import { SchedulesService } from './schedules.service.js';

const OF_THE_AGENT = [agentErrors.agent_not_found, agentErrors.agent_brings_its_own_program];
const OF_THE_SCHEDULE = [...OF_THE_AGENT, scheduleErrors.schedule_not_found];

@Controller('v1/agents/:agentId/crons')
@ApiTags('Schedules')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class SchedulesController {
  constructor(private readonly schedules: SchedulesService) {}

  @Get()
  @Operation({
    summary: 'What the agent does by the clock, oldest first',
    description: 'All of it, also what is paused, with when it comes next and how it went last.',
    response: ScheduleListResponse,
    errors: OF_THE_AGENT,
  })
  listCrons(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
  ): Promise<ScheduleListResponse> {
    return this.schedules.list(caller, agentId);
  }

  @Post()
  @Operation({
    summary: 'Has the agent do something by the clock',
    description:
      'Its expression is read in its zone: a time that the clock skips comes when the gap ends, one that comes twice ' +
      'counts once. An agent has 20 schedules at most.',
    success: 201,
    response: ScheduleResponse,
    errors: [...OF_THE_AGENT, scheduleErrors.schedules_full],
  })
  createCron(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Body() body: CreateScheduleRequest,
  ): Promise<ScheduleResponse> {
    return this.schedules.create(caller, agentId, body);
  }

  @Patch(':cronId')
  @Operation({
    summary: 'Changes, pauses or resumes a schedule',
    description:
      'Only the fields that are given change. Another expression or zone, and resuming, count from now; resuming also ' +
      'forgets failures.',
    response: ScheduleResponse,
    errors: OF_THE_SCHEDULE,
  })
  updateCron(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('cronId') cronId: string,
    @Body() body: UpdateScheduleRequest,
  ): Promise<ScheduleResponse> {
    return this.schedules.update(caller, agentId, cronId, body);
  }

  @Post(':cronId/run')
  @Operation({
    summary: 'Makes a schedule due now',
    description: 'It runs as if its time had come, and comes again when its expression says.',
    success: 200,
    response: ScheduleResponse,
    errors: [...OF_THE_SCHEDULE, scheduleErrors.schedule_paused],
  })
  runCronNow(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('cronId') cronId: string,
  ): Promise<ScheduleResponse> {
    return this.schedules.runNow(caller, agentId, cronId);
  }

  @Delete(':cronId')
  @Operation({
    summary: 'Deletes a schedule',
    description: 'A run that has begun ends by itself, and reports nowhere.',
    errors: OF_THE_SCHEDULE,
  })
  deleteCron(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('cronId') cronId: string,
  ): Promise<void> {
    return this.schedules.remove(caller, agentId, cronId);
  }
}
