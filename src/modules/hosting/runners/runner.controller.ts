import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { RunnerCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { goneSignal } from '../../../kernel/http/gone-signal.js';
import { LongPoll } from '../../../kernel/http/long-poll.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import {
  RegisteredRunnerResponse,
  RegisterRunnerRequest,
  RunnerHeartbeatRequest,
  RunnerHeartbeatResultResponse,
  RunnerWorkRequest,
  RunnerWorkItemsResponse,
} from './dto/runner.dto.js';
import { currentBoot, RunnerCalls } from './runner-calls.js';
import { DAEMONS } from './runner.throttles.js';
import { RunnerWork } from './runner-work.js';
import { runnerErrors } from './records/runner.errors.js';

const DEFAULT_LIMIT = 5;
const MS = 1_000;

/** The runner protocol (04 §9): the daemon calls, nothing calls it. */
@Controller('v1/runner')
@ApiTags('Internal')
@Access({ as: ['runner'], level: 'none' })
@Throttled(DAEMONS)
export class RunnerController {
  constructor(
    private readonly calls: RunnerCalls,
    private readonly work: RunnerWork,
  ) {}

  @Post('register')
  @Operation({
    summary: 'A runner has started',
    description:
      'Every start brings a fresh boot id, which supersedes the one before; what that held is recovered unless it is resumed.',
    response: RegisteredRunnerResponse,
  })
  async runnerRegister(
    @CurrentCaller() caller: RunnerCaller,
    @Body() body: RegisterRunnerRequest,
  ): Promise<RegisteredRunnerResponse> {
    return Object.assign(new RegisteredRunnerResponse(), await this.calls.register(caller, body));
  }

  @Post('work')
  @LongPoll()
  @Operation({
    summary: 'What the runner is to do next',
    description:
      'Held until something is due or the wait ends. A turn comes with a lease, which reports and heartbeats renew.',
    response: RunnerWorkItemsResponse,
    errors: [runnerErrors.boot_superseded],
  })
  async runnerWork(
    @CurrentCaller() caller: RunnerCaller,
    @Body() { bootId, wait = 0, limit = DEFAULT_LIMIT }: RunnerWorkRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RunnerWorkItemsResponse> {
    const runnerId = currentBoot(caller, bootId);
    const gone = goneSignal(reply.raw);
    const atOnce = Math.min(limit, DEFAULT_LIMIT);
    return { items: await this.work.next({ runnerId, bootId }, { waitMs: wait * MS, limit: atOnce, gone }) };
  }

  @Post('heartbeat')
  @Operation({
    summary: 'The runner is there, and holds these leases',
    description: 'Renews them for a minute, and tells which are lost and which turns are to stop.',
    response: RunnerHeartbeatResultResponse,
    errors: [runnerErrors.boot_superseded],
  })
  runnerHeartbeat(
    @CurrentCaller() caller: RunnerCaller,
    @Body() body: RunnerHeartbeatRequest,
  ): Promise<RunnerHeartbeatResultResponse> {
    return this.calls.heartbeat(currentBoot(caller, body.bootId), body);
  }
}
