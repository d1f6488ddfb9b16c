import { Body, Controller, Get, Headers, Param, Post, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type RunnerCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { runErrors } from '../conversations/runs/run.errors.js';
import {
  RunnerHomeAppliedRequest,
  RunnerHomeResponse,
  RunnerProcessRequest,
  RunnerStateRequest,
} from './dto/runner-sandbox.dto.js';
import { PlacedAgents } from './records/placed-agents.js';
import { currentBoot, registered } from './runner-calls.js';
import { runnerErrors } from './records/runner.errors.js';
import { DAEMONS } from './runner.throttles.js';
import { ComputeReports } from './sandboxes/compute-reports.js';
import { Homes } from './sandboxes/homes.js';
import { Processes } from './sandboxes/processes.js';

/** What a daemon has of its agents: compute, home, processes (04 §9.2). */
@Controller('v1/runner/agents/:agentId')
@ApiTags('Internal')
@Access({ as: ['runner'], level: 'none' })
@Throttled(DAEMONS)
export class RunnerSandboxesController {
  constructor(
    private readonly placed: PlacedAgents,
    private readonly compute: ComputeReports,
    private readonly homes: Homes,
    private readonly processes: Processes,
  ) {}

  @Post('state')
  @Operation({
    summary: "Report the state of an agent's sandbox",
    description:
      'Send the reports of an agent in order, each before the events of turns that run in the sandbox. ' +
      'An old `starting` or `stopped` does not undo a newer start. Turns that still run in a stopped or ' +
      'failed sandbox are recovered like those of a lost lease. With a reason code, the start of the ' +
      'agent failed: with `image_unavailable` its waiting turns fail immediately, with every other code ' +
      'the server retries until one of them has waited 150 s.',
    success: 204,
    errors: [runErrors.run_not_found, runnerErrors.boot_superseded],
  })
  async runnerAgentState(
    @CurrentCaller() caller: RunnerCaller,
    @Param('agentId') agentId: string,
    @Body() { bootId, ...report }: RunnerStateRequest,
  ): Promise<void> {
    await this.compute.take({ runnerId: currentBoot(caller, bootId), agentId }, report);
  }

  @Get('home')
  @Operation({
    summary: "Get the files of an agent's home",
    description:
      'Memories, skills and instructions as files. With the `ETag` of an earlier response the response ' +
      'is `304` while nothing has changed.',
    response: RunnerHomeResponse,
    errors: [runErrors.run_not_found],
  })
  async runnerGetHome(
    @CurrentCaller() caller: RunnerCaller,
    @Param('agentId') agentId: string,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RunnerHomeResponse | undefined> {
    const agent = await this.placed.get(registered(caller), agentId);
    const { generation, fingerprint } = await this.homes.version(agent);
    const tag = `"${generation}-${fingerprint}"`;
    void reply.header('etag', tag);
    if (!isKnownVersion(known, tag)) return this.homes.read(agent, generation);
    void reply.status(304);
    return undefined;
  }

  @Post('home/applied')
  @Operation({
    summary: 'Report that the sandbox has the files of a home',
    description: 'A report for an earlier generation or for another sandbox changes nothing.',
    success: 204,
    errors: [runErrors.run_not_found],
  })
  async runnerHomeApplied(
    @CurrentCaller() caller: RunnerCaller,
    @Param('agentId') agentId: string,
    @Body() { generation, computeRef }: RunnerHomeAppliedRequest,
  ): Promise<void> {
    await this.homes.applied(await this.placed.get(registered(caller), agentId), generation, computeRef);
  }

  @Put('processes/:ref')
  @Operation({
    summary: 'Report a background process of an agent',
    description:
      'Repeated every 30 s while the process runs, which keeps the sandbox awake. A process that has ' +
      'ended stays ended. A report from another sandbox changes nothing.',
    success: 204,
    errors: [runErrors.run_not_found, runnerErrors.bad_report],
  })
  async runnerPutProcess(
    @CurrentCaller() caller: RunnerCaller,
    @Param('agentId') agentId: string,
    @Param('ref') ref: string,
    @Body() { computeRef, process }: RunnerProcessRequest,
  ): Promise<void> {
    const agent = await this.placed.get(registered(caller), agentId);
    if (process.ref !== ref) throw new AppError(runnerErrors.bad_report);
    await this.processes.report(agent, { ref, computeRef, status: process.status });
  }
}

/** Whether a caller that names these tags in `If-None-Match` has this version already (RFC 9110 §13.1.2). */
function isKnownVersion(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((named) => {
    const known = named.trim();
    return known === '*' || known.replace(/^W\//, '') === tag;
  });
}
