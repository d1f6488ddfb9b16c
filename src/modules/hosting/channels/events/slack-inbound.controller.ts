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
    summary: 'Receive events from Slack',
    description:
      'Only Slack calls this endpoint. Each request is signed with the secret of the app it concerns. ' +
      'A challenge is echoed.',
    success: 200,
    response: InboundAnswer,
    errors: ERRORS,
  })
  slackEvents(@Req() { headers }: FastifyRequest, @RawBody() body: Buffer): Promise<InboundAnswer> {
    return this.inbound.event({ headers, body });
  }

  @Post('interactivity')
  @TakesRawForm({ payload: 'The interaction, as JSON' }, LARGEST)
  @Operation({
    summary: 'Receive presses of card buttons from Slack',
    description:
      'Slack sends a form whose `payload` describes the button. The request is signed with the secret ' +
      'of the app that posted the card.',
    success: 200,
    response: InboundAnswer,
    errors: ERRORS,
  })
  slackInteractivity(@Req() { headers }: FastifyRequest, @RawBody() body: Buffer): Promise<InboundAnswer> {
    return this.inbound.interaction({ headers, body });
  }
}
