import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../../kernel/access/declaration/access.decorator.js';
import { Throttled } from '../../../../kernel/access/throttling/throttle.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { ConsentCallback } from './consent-callback.service.js';
import { CONSENT } from '../accounts/channel.throttles.js';
import { connectedPage, faultPage, PAGE_HEADERS } from './consent-pages.js';

@Controller('v1/channels/slack')
@ApiTags('Internal')
@Public()
@Throttled(CONSENT)
export class SlackConsentController {
  constructor(
    private readonly consent: ConsentCallback,
    private readonly configuration: Configuration,
  ) {}

  @Get('oauth/callback')
  @ApiQuery({ name: 'state', required: false, type: String })
  @ApiQuery({ name: 'code', required: false, type: String })
  @ApiQuery({ name: 'error', required: false, type: String })
  @Operation({
    summary: "Receive the browser from Slack's consent page",
    description:
      'Slack redirects the browser to this endpoint; clients do not call it. It redirects to the ' +
      "agent's channels, or answers with a page that explains the error.",
    success: 302,
    browserAnswers: {
      200: 'The agent is connected; answered where no dashboard is configured',
      400: 'A page that explains the error',
    },
  })
  async slackOauthCallback(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    const { searchParams: query } = new URL(request.url, this.configuration.apiUrl);
    const outcome = await this.consent.finish({
      state: query.get('state'),
      code: query.get('code'),
      error: query.get('error'),
    });
    void reply.headers(PAGE_HEADERS);
    if (typeof outcome === 'string') {
      void reply.status(400);
      return faultPage(outcome);
    }
    if (!this.configuration.appUrlConfigured) {
      void reply.status(200);
      return connectedPage();
    }
    const { workspaceId, agentId } = outcome;
    const page = `/w/${workspaceId}/agents/${agentId}/channels?connected=slack`;
    void reply.header('location', this.configuration.appUrl + page);
    return undefined;
  }
}
