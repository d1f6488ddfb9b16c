import { Body, Controller, Header, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../../kernel/access/declaration/access.decorator.js';
import { Throttled } from '../../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import {
  CompletedSsoConfirmationResponse,
  CompleteSsoConfirmationRequest,
  LookupSsoConfirmationRequest,
  SsoConfirmationResponse,
} from './dto/sso-confirmation.dto.js';
import { ssoConfirmationErrors } from './sso-confirmation.errors.js';
import { SsoConfirmation } from './sso-confirmation.service.js';
import { SSO_SIGN_IN } from './sso.throttles.js';

/** What the page calls that a first single sign-on to an existing account leads to (05 §8.6 rule 12). */
@Controller('v1/auth/sso/confirmation')
@ApiTags('Internal')
@Public({ edition: 'enterprise', feature: 'Single sign-on' })
@Throttled(SSO_SIGN_IN)
export class SsoConfirmationController {
  constructor(private readonly confirmation: SsoConfirmation) {}

  @Post('lookup')
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'Look up the account of a first single sign-on, and what ends without its password',
    description: 'Answers only the browser that signed in, for ten minutes. Nothing is changed.',
    success: 200,
    response: SsoConfirmationResponse,
    errors: [ssoConfirmationErrors.sso_confirmation_unknown],
  })
  lookupSsoConfirmation(
    @Body() { confirm }: LookupSsoConfirmationRequest,
    @Req() request: FastifyRequest,
  ): Promise<SsoConfirmationResponse> {
    return this.confirmation.lookUp(confirm, request);
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'Complete a first single sign-on to an existing account',
    description:
      "With the account's password nothing ends. With `endAccess` true, the password, the sessions and " +
      'the keys of the account end. In organizations without another member, agent tokens, SCIM tokens ' +
      'and open invitations end too. Sets the session cookie.',
    success: 200,
    response: CompletedSsoConfirmationResponse,
    errors: [ssoConfirmationErrors.sso_confirmation_unknown, ssoConfirmationErrors.sso_confirmation_password],
  })
  async completeSsoConfirmation(
    @Body() body: CompleteSsoConfirmationRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CompletedSsoConfirmationResponse> {
    const { url, cookies } = await this.confirmation.complete(body, request);
    for (const cookie of cookies) void reply.header('set-cookie', cookie);
    return { url };
  }
}
