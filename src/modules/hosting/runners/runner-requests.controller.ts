import { Body, Controller, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type RunnerCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { runErrors } from '../conversations/runs/run.errors.js';
import { MemoryWriteBacks } from './agent-requests/memory-write-backs.js';
import { ToolCalls } from './agent-requests/tool-calls.js';
import { RunnerMemoryRequest, RunnerMemoryResponse } from './dto/runner-memory.dto.js';
import { RunnerToolCallRequest, RunnerToolResultResponse } from './dto/runner-tool-call.dto.js';
import { registered } from './runner-calls.js';
import { runnerErrors } from './records/runner.errors.js';
import { DAEMONS } from './runner.throttles.js';

/** What agents in sandboxes ask of the platform (04 §9.2, §9.4). */
@Controller('v1/runner')
@ApiTags('Internal')
@Access({ as: ['runner'], level: 'none' })
@Throttled(DAEMONS)
export class RunnerRequestsController {
  constructor(
    private readonly toolCalls: ToolCalls,
    private readonly memories: MemoryWriteBacks,
  ) {}

  @Post('tool-calls')
  @Operation({
    summary: 'Call a platform tool for an agent',
    description:
      'A refusal is part of the result for the agent, not an HTTP error. A repeated call with the same ' +
      'id has no second effect for 24 hours.',
    success: 200,
    response: RunnerToolResultResponse,
    errors: [runErrors.run_not_found],
  })
  async runnerToolCall(
    @CurrentCaller() caller: RunnerCaller,
    @Body() body: RunnerToolCallRequest,
  ): Promise<RunnerToolResultResponse> {
    return this.toolCalls.call(registered(caller), { ...body, args: body.args });
  }

  @Put('agents/:agentId/memories/:key')
  @Operation({
    summary: 'Store a memory that an agent changed in its sandbox',
    description:
      'The limit is a burst of 20, then one every two seconds. A rejected memory is reported in the ' +
      'result for the agent, not as an HTTP error.',
    response: RunnerMemoryResponse,
    errors: [runErrors.run_not_found, runnerErrors.paced],
  })
  runnerPutMemory(
    @CurrentCaller() caller: RunnerCaller,
    @Param('agentId') agentId: string,
    @Param('key') key: string,
    @Body() { leaseId, ...memory }: RunnerMemoryRequest,
  ): Promise<RunnerMemoryResponse> {
    return this.memories.write(registered(caller), agentId, { key, ...memory }, leaseId);
  }
}
