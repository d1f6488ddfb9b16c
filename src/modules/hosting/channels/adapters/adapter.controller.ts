import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import { type ChannelAdapterCaller, CurrentCaller } from '../../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../../kernel/access/throttling/throttle.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { AdapterStore } from './adapter-store.js';
import { adapterErrors } from '../accounts/adapter.errors.js';
import { ADAPTERS } from '../accounts/channel.throttles.js';
import {
  AdapterConfigurationResponse,
  AdapterDecisionRequest,
  AdapterDecisionResultResponse,
  AdapterHealthRequest,
  AdapterHeartbeatRequest,
  AdapterIngestRequest,
  AdapterIngestResultResponse,
  RegisterAdapterRequest,
  RegisteredAdapterResponse,
} from './adapter.dto.js';
import { ApprovalClicks } from '../events/approval-clicks.js';
import { EventIntake } from '../events/event-intake.js';
import { ChannelAppHealth } from '../apps/channel-app-health.js';
import { AdapterConfigs, currentAdapterBoot, registeredAdapter } from './adapter-configs.js';

/** The protocol of channel adapters (04 §10): they hold connections and post; what anything means is decided here. */
@Controller('v1/channel-adapter')
@ApiTags('Internal')
@Access({ as: ['channel-adapter'], level: 'none' })
@Throttled(ADAPTERS)
export class AdapterController {
  constructor(
    private readonly adapters: AdapterStore,
    private readonly configs: AdapterConfigs,
    private readonly inlet: EventIntake,
    private readonly clicks: ApprovalClicks,
    private readonly health: ChannelAppHealth,
  ) {}

  @Post('register')
  @Operation({
    summary: 'Register a channel adapter after its start',
    description: 'Every start of an adapter has a new boot id, which supersedes the previous one.',
    response: RegisteredAdapterResponse,
  })
  async adapterRegister(
    @CurrentCaller() caller: ChannelAdapterCaller,
    @Body() body: RegisterAdapterRequest,
  ): Promise<RegisteredAdapterResponse> {
    return { adapterId: await this.adapters.register(caller.tokenHash, body) };
  }

  @Post('heartbeat')
  @Operation({
    summary: 'Report that the channel adapter is alive',
    description: 'Every call of a registered adapter counts as a heartbeat. This call has no other effect.',
    success: 204,
    errors: [adapterErrors.adapter_boot_superseded],
  })
  adapterHeartbeat(
    @CurrentCaller() caller: ChannelAdapterCaller,
    @Body() { bootId }: AdapterHeartbeatRequest,
  ): void {
    currentAdapterBoot(caller, bootId);
  }

  @Get('config')
  @Operation({
    summary: 'Get the channel apps to connect and post with, including their tokens',
    description:
      'With the `ETag` of an earlier response in `If-None-Match`, the response is 304 while nothing ' +
      'has changed.',
    response: AdapterConfigurationResponse,
  })
  async adapterConfig(
    @CurrentCaller() caller: ChannelAdapterCaller,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdapterConfigurationResponse | undefined> {
    registeredAdapter(caller);
    const config = await this.configs.current();
    void reply.headers({ etag: config.etag, 'cache-control': 'no-store' });
    if (headers['if-none-match'] !== config.etag) return config;
    void reply.status(304);
    return undefined;
  }

  @Post('ingest')
  @Operation({
    summary: 'Deliver an event from a channel',
    description:
      'Each event of an app is processed once, however often it is sent. The server resolves the ' +
      'author. Answers are posted through the outbox.',
    response: AdapterIngestResultResponse,
    errors: [adapterErrors.adapter_presence_not_found, adapterErrors.too_many_events],
  })
  async adapterIngest(
    @CurrentCaller() caller: ChannelAdapterCaller,
    @Body() body: AdapterIngestRequest,
  ): Promise<AdapterIngestResultResponse> {
    registeredAdapter(caller);
    const kind = await this.inlet.take(body);
    if (kind === null) throw new AppError(adapterErrors.adapter_presence_not_found);
    return { kind };
  }

  @Post('decisions')
  @Operation({
    summary: 'Deliver the press of a button on an approval card',
    description:
      'The decision is made with the authority of the person who pressed the button. The result is ' +
      '`refused` if they have none.',
    response: AdapterDecisionResultResponse,
  })
  async adapterDecision(
    @CurrentCaller() caller: ChannelAdapterCaller,
    @Body() body: AdapterDecisionRequest,
  ): Promise<AdapterDecisionResultResponse> {
    registeredAdapter(caller);
    const { kind } = await this.clicks.decide(body);
    return { kind };
  }

  @Post('presences/:presenceId/health')
  @Operation({
    summary: 'Report whether the provider accepts the tokens of an app',
    description:
      'Tokens that the provider refuses are shown as a problem to be solved by a person. Web ' +
      'conversations continue.',
    success: 204,
    errors: [adapterErrors.adapter_presence_not_found],
  })
  async adapterPresenceHealth(
    @CurrentCaller() caller: ChannelAdapterCaller,
    @Param('presenceId') presenceId: string,
    @Body() { healthy, reason }: AdapterHealthRequest,
  ): Promise<void> {
    registeredAdapter(caller);
    const known = isUuid(presenceId) && (await this.health.report(presenceId, healthy, reason ?? null));
    if (!known) throw new AppError(adapterErrors.adapter_presence_not_found);
  }
}
