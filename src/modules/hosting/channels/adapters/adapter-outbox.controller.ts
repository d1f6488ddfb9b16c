import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import { type ChannelAdapterCaller, CurrentCaller } from '../../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../../kernel/access/throttling/throttle.js';
import { goneSignal } from '../../../../kernel/http/gone-signal.js';
import { LongPoll } from '../../../../kernel/http/long-poll.decorator.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { Drain } from '../../../../kernel/process/drain.js';
import { adapterErrors } from '../accounts/adapter.errors.js';
import { ADAPTERS } from '../accounts/channel.throttles.js';
import { AdapterClaimRequest, AdapterItemsResponse, AdapterResultRequest } from './adapter.dto.js';
import { OutboxLeases } from '../posts/outbox-leases.js';
import { currentAdapterBoot, itemView } from './adapter-configs.js';

const DEFAULT_LIMIT = 10;
const MS = 1_000;

/** What an adapter is to post, and what came of it (04 §10). */
@Controller('v1/channel-adapter/outbox')
@ApiTags('Internal')
@Access({ as: ['channel-adapter'], level: 'none' })
@Throttled(ADAPTERS)
export class AdapterOutboxController {
  constructor(
    private readonly leases: OutboxLeases,
    private readonly drain: Drain,
  ) {}

  @Post('claim')
  @LongPoll()
  @Operation({
    summary: 'Claim the next posts',
    description:
      'Long polling: the response waits until an item is due or the wait ends. Each item is leased for ' +
      'one minute. A thread has at most one leased item.',
    response: AdapterItemsResponse,
    errors: [adapterErrors.adapter_boot_superseded],
  })
  async adapterClaimOutbox(
    @CurrentCaller() caller: ChannelAdapterCaller,
    @Body() { bootId, wait = 0, limit = DEFAULT_LIMIT }: AdapterClaimRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdapterItemsResponse> {
    currentAdapterBoot(caller, bootId);
    const over = AbortSignal.any([goneSignal(reply.raw), this.drain.signal]);
    return { items: (await this.leases.claim(bootId, limit, wait * MS, over)).map(itemView) };
  }

  @Post(':itemId/result')
  @Operation({
    summary: 'Report the result of a post',
    description:
      'Idempotent for a lease. If a lease ends without a result, the post is repeated only where a ' +
      'duplicate would not be visible.',
    success: 204,
    errors: [
      adapterErrors.adapter_boot_superseded,
      adapterErrors.outbox_item_not_found,
      adapterErrors.outbox_lease_lost,
    ],
  })
  async adapterOutboxResult(
    @CurrentCaller() caller: ChannelAdapterCaller,
    @Param('itemId') itemId: string,
    @Body() { bootId, ...report }: AdapterResultRequest,
  ): Promise<void> {
    await this.leases.report(currentAdapterBoot(caller, bootId), itemId, report);
  }
}
