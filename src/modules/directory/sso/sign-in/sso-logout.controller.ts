import { Controller, Header, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import { SessionCookies } from '../../../../kernel/access/sessions/session-cookie.js';
import { Sessions } from '../../../../kernel/access/sessions/sessions.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { SsoLogoutUrlResponse } from './dto/sso-logout.dto.js';
import { SsoLogout } from './sso-logout.service.js';

@Controller('v1/auth/sso')
@ApiTags('SSO')
@Access({ as: ['session'], level: 'person', edition: 'enterprise', feature: 'Single sign-on' })
export class SsoLogoutController {
  constructor(
    private readonly logouts: SsoLogout,
    private readonly sessions: Sessions,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('logout')
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'End the session and get the sign-out URL of the identity provider',
    description:
      'The session of this server ends immediately. The browser may open `redirectUrl` to sign out at ' +
      'the identity provider too. It is null if the provider has no such URL.',
    response: SsoLogoutUrlResponse,
  })
  async ssoLogout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SsoLogoutUrlResponse> {
    const session = await this.sessions.find(request);
    this.cookies.clear(reply);
    return { redirectUrl: session && (await this.logouts.end(session)) };
  }
}
