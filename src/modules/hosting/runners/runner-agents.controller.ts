import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type RunnerCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { CheckAgentsRequest, MissingAgentsResponse, RunnerAgentsResponse } from './dto/runner-agents.dto.js';
import { PlacementStore } from './placement-store.js';
import { registered } from './runner-calls.js';
import { DAEMONS } from './runner.throttles.js';

/** Which agents a daemon should hold, and which of those it has are nobody's (04 §9.2). */
@Controller('v1/runner/agents')
@ApiTags('Internal')
@Access({ as: ['runner'], level: 'none' })
@Throttled(DAEMONS)
export class RunnerAgentsController {
  constructor(private readonly placements: PlacementStore) {}

  @Get()
  @Operation({
    summary: 'List the agents placed on this runner',
    description:
      'A sandbox that the runner labels as its own and that belongs to none of these agents is an ' +
      'orphan.',
    response: RunnerAgentsResponse,
  })
  async runnerListAgents(@CurrentCaller() caller: RunnerCaller): Promise<RunnerAgentsResponse> {
    return { agentIds: await this.placements.agentsAt(registered(caller)) };
  }

  @Post('check')
  @Operation({
    summary: 'Check which of these agents no longer exist',
    description: 'A runner may remove orphans only on the basis of this response.',
    response: MissingAgentsResponse,
  })
  async runnerCheckAgents(
    @CurrentCaller() caller: RunnerCaller,
    @Body() { agentIds }: CheckAgentsRequest,
  ): Promise<MissingAgentsResponse> {
    registered(caller);
    return { missing: await this.placements.missing(agentIds) };
  }
}
