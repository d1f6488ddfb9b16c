import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
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
    summary: 'List the schedules of an agent, oldest first',
    description: 'All schedules, including paused ones, with the next run and the result of the last one.',
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
    summary: 'Create a schedule for an agent',
    description:
      'The expression applies in its time zone. A time that the clock skips runs at the end of the ' +
      'gap; a time that occurs twice runs once. An agent has at most 20 schedules.',
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
    summary: 'Change, pause or resume a schedule',
    description:
      'Only the fields in the body change. A new expression or zone, and resuming, take effect from ' +
      'now. Resuming also clears the failures.',
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
    summary: 'Run a schedule now',
    description: 'The schedule runs once now, in addition to the times of its expression.',
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
    summary: 'Delete a schedule',
    description: 'A run that has started ends normally and reports no result.',
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
