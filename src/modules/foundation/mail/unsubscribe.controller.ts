import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../kernel/access/declaration/access.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { UnsubscribedResponse } from './dto/unsubscribe.dto.js';
import { MailSuppressions } from './mail-suppressions.js';
import { sendConfirmPage, sendDonePage } from './unsubscribe-pages.js';

const TOKEN = { name: 'token', required: false, schema: { type: 'string' as const } };

/** Where the `List-Unsubscribe` header of a mail leads (RFC 8058): people come with GET, mail programs with POST. */
@Controller('v1/webhooks/unsubscribe')
@ApiTags('Internal')
@Public()
export class UnsubscribeController {
  constructor(private readonly suppressions: MailSuppressions) {}

  /** Never changes anything: scanners of mail gateways open every link. */
  @Get()
  @ApiQuery(TOKEN)
  @Operation({
    summary: 'Get the page that asks whether to unsubscribe',
    description:
      'The link in a mail opens this page. It changes nothing, because mail scanners open every link. ' +
      'The form on the page posts.',
    response: { mediaType: 'text/html' },
  })
  confirmUnsubscribe(@Res({ passthrough: true }) reply: FastifyReply): string {
    return sendConfirmPage(reply);
  }

  @Post()
  @ApiQuery(TOKEN)
  @Operation({
    summary: 'The address of the token receives no more invitations',
    description:
      'Mail clients call this for one-click unsubscribe, and the page posts to it. The token in the ' +
      'URL is the only credential. The response for an unknown token is the same as for a known one.',
    response: UnsubscribedResponse,
    browserAnswers: { 200: 'The same as a page, for clients that accept `text/html`' },
  })
  async unsubscribe(
    @Query('token') token: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UnsubscribedResponse | string> {
    if (typeof token === 'string') await this.suppressions.unsubscribe(token);
    const wantsPage = request.headers.accept?.includes('text/html') ?? false;
    return wantsPage ? sendDonePage(reply) : { status: 'OK' };
  }
}
