import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type RunnerCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
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
    summary: 'Register a runner after its start',
    description:
      'Every start of a runner has a new boot id, which supersedes the previous one. The turns of the ' +
      'previous boot id are recovered unless they are resumed.',
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
    summary: 'Get the next work for the runner',
    description:
      'Long polling: the response waits until work is due or the wait ends. A turn comes with a lease, ' +
      'which reports and heartbeats renew.',
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
    summary: 'Report that the runner is alive, and renew its leases',
    description:
      'Renews the leases for a minute. The response names the leases that are lost and the turns to ' +
      'abort.',
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
