import { Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../../../../kernel/access/declaration/access.decorator.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { RawBody, TakesRawBody, TakesRawForm } from '../../../../kernel/http/body/raw-body.decorator.js';
import { channelErrors } from '../accounts/channel.errors.js';
import { InboundAnswer } from './inbound.dto.js';
import { SlackInbound } from './slack-inbound.service.js';

/** 04 §6.7. */
const LARGEST = { bytes: 1_000_000, error: channelErrors.inbound_too_large };
const ERRORS = [channelErrors.unproved, channelErrors.inbound_too_large];

@Controller('v1/channels/slack')
@ApiTags('Internal')
@Public()
export class SlackInboundController {
  constructor(private readonly inbound: SlackInbound) {}

  @Post('events')
  @TakesRawBody(['application/json'], LARGEST)
  @Operation({
    summary: 'Where Slack tells what happens around agents',
    description:
      'Slack comes here, nobody else; each request is signed by the app that it is about. A challenge is echoed.',
    success: 200,
    response: InboundAnswer,
    errors: ERRORS,
  })
  slackEvents(@Req() { headers }: FastifyRequest, @RawBody() body: Buffer): Promise<InboundAnswer> {
    return this.inbound.event({ headers, body });
  }

  @Post('interactivity')
  @TakesRawForm({ payload: 'What was pressed, as JSON' }, LARGEST)
  @Operation({
    summary: 'Where Slack tells which buttons of cards are pressed',
    description:
      'Slack comes here with a form whose `payload` says it, signed by the app that posted the card.',
    success: 200,
    response: InboundAnswer,
    errors: ERRORS,
  })
  slackInteractivity(@Req() { headers }: FastifyRequest, @RawBody() body: Buffer): Promise<InboundAnswer> {
    return this.inbound.interaction({ headers, body });
  }
}
