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
    summary: "Where Slack's consent page sends the browser back to",
    description:
      "Browsers come here from Slack, nobody calls it. It leads on to the agent's channels, or says on a page of its own " +
      'what went wrong.',
    success: 302,
    browserAnswers: {
      200: 'The agent is connected; where no dashboard is configured',
      400: 'What went wrong, on a page',
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
