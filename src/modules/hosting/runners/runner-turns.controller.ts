import type { Readable } from 'node:stream';
import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { attachmentDisposition } from '../../../domain/agents/conversations/attachment-name.js';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type RunnerCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { TakesLargeBody } from '../../../kernel/http/body/raw-body.decorator.js';
import { RunAttachments } from '../conversations/runs/run-attachments.js';
import { RunReleases } from '../conversations/runs/run-releases.js';
import { RunReports } from '../conversations/runs/run-reports.js';
import { runErrors } from '../conversations/runs/run.errors.js';
import { RunnerReleaseResponse, RunnerTurnResponse } from './dto/runner.dto.js';
import {
  RunnerEventsRequest,
  RunnerEventsResponse,
  RunnerFinishRequest,
  RunnerReleaseRequest,
  MAX_REPORTED_EVENTS,
} from './dto/runner-report.dto.js';
import { registered } from './runner-calls.js';
import { runnerErrors } from './records/runner.errors.js';
import { DAEMONS } from './runner.throttles.js';
import { reportedEvent } from '../../../domain/agents/conversations/reported-event.js';
import type { NewEvent } from '../../../domain/agents/conversations/transcript-event.js';

/** 04 §9.1.7. */
const MAX_CHARS = 1_000_000;
const OF_LEASE = [runErrors.run_not_found, runErrors.lease_lost];

/** What a runner says about turns it has (04 §9.2). Authority comes from the token and the lease. */
@Controller('v1/runner')
@ApiTags('Internal')
@Access({ as: ['runner'], level: 'none' })
@Throttled(DAEMONS)
export class RunnerTurnsController {
  constructor(
    private readonly reports: RunReports,
    private readonly releases: RunReleases,
    private readonly attachments: RunAttachments,
  ) {}

  @Post('turns/:turnId/events')
  @TakesLargeBody()
  @Operation({
    summary: 'Report events of a turn',
    description:
      'Events are numbered from 1 in each attempt. The server accepts exactly the next numbers, ' +
      'ignores repeated ones, and refuses a gap.',
    response: RunnerEventsResponse,
    errors: [
      ...OF_LEASE,
      runErrors.event_gap,
      runErrors.run_is_answered,
      runnerErrors.bad_report,
      runnerErrors.report_too_large,
    ],
  })
  async runnerPushEvents(
    @CurrentCaller() caller: RunnerCaller,
    @Param('turnId') turnId: string,
    @Body() { leaseId, first, events }: RunnerEventsRequest,
  ): Promise<RunnerEventsResponse> {
    const runnerId = registered(caller);
    const { leaseExpiresAt, ...appended } = await this.reports.append(
      { runnerId, turnId, leaseId },
      first,
      readEvents(events),
    );
    return { ...appended, leaseExpiresAt: leaseExpiresAt.toISOString() };
  }

  @Post('turns/:turnId/finish')
  @Operation({
    summary: 'Finish a turn',
    description: 'Idempotent for a lease. Follow-ups that the runner does not report as taken up run next.',
    response: RunnerTurnResponse,
    errors: [...OF_LEASE, runErrors.event_gap],
  })
  runnerFinishTurn(
    @CurrentCaller() caller: RunnerCaller,
    @Param('turnId') turnId: string,
    @Body() { leaseId, followUps = [], ...report }: RunnerFinishRequest,
  ): Promise<RunnerTurnResponse> {
    const joined = followUps.filter(({ outcome }) => outcome === 'joined').map((followUp) => followUp.turnId);
    return this.reports.finish({ runnerId: registered(caller), turnId, leaseId }, { ...report, joined });
  }

  @Post('turns/:turnId/release')
  @Operation({
    summary: 'Return a turn to the queue',
    description:
      'Possible only while no event of the turn but `turn.started` has been accepted. With a reason code, ' +
      'the start of the agent failed: with `image_unavailable` its waiting turns fail immediately, with ' +
      'every other code the server retries until one of them has waited 150 s.',
    response: RunnerReleaseResponse,
    errors: [...OF_LEASE, runErrors.run_is_observable],
  })
  async runnerReleaseTurn(
    @CurrentCaller() caller: RunnerCaller,
    @Param('turnId') turnId: string,
    @Body() { leaseId, reasonCode, error }: RunnerReleaseRequest,
  ): Promise<RunnerReleaseResponse> {
    await this.releases.release({ runnerId: registered(caller), turnId, leaseId }, reasonCode, error);
    return { status: 'queued' };
  }

  @Get('attachments/:attachmentId')
  @Operation({
    summary: 'Download a file that was sent to an agent of this runner',
    description:
      'The file as it was uploaded. A file that was not sent, or was sent to an agent of another ' +
      'runner, is not found.',
    response: { mediaType: 'application/octet-stream' },
    errors: [runErrors.run_not_found],
  })
  async runnerGetAttachment(
    @CurrentCaller() caller: RunnerCaller,
    @Param('attachmentId') attachmentId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const file = await this.attachments.read(registered(caller), attachmentId);
    if (file === null) throw new AppError(runErrors.run_not_found);
    void reply.headers({
      'content-type': file.mimeType,
      'content-length': file.sizeBytes,
      'content-disposition': attachmentDisposition(file.name),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    return file.bytes;
  }
}

/** A batch as it was sent; one event that may not be said refuses all of it. */
function readEvents(sent: unknown): NewEvent[] {
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > MAX_REPORTED_EVENTS) throw badReport();
  const read = sent.map(reportedEvent);
  if (read.includes('invalid')) throw badReport();
  const events = read.filter((event) => typeof event !== 'string');
  // Of one string, or of all of them together (R49).
  const isTooLarge = events.length < read.length || JSON.stringify(events).length > MAX_CHARS;
  if (isTooLarge) throw new AppError(runnerErrors.report_too_large);
  return events;
}

function badReport(): AppError {
  return new AppError(runnerErrors.bad_report);
}
