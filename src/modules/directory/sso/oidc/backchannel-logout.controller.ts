import { Controller, Header, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../../../kernel/access/declaration/access.decorator.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { RawBody, TakesRawForm } from '../../../../kernel/http/body/raw-body.decorator.js';
import { BackchannelLogout } from './backchannel-logout.service.js';
import { oidcErrors } from './oidc.errors.js';

@Controller('v1/auth/sso/:provider')
@ApiTags('Internal')
@Public({ edition: 'enterprise', feature: 'Single sign-on' })
export class BackchannelLogoutController {
  constructor(private readonly logouts: BackchannelLogout) {}

  @Post('backchannel-logout')
  @Header('Cache-Control', 'no-store')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @TakesRawForm({ logout_token: 'A logout token of the provider' })
  @Operation({
    summary: 'Receive a back-channel logout from an OpenID Connect provider',
    description:
      'Identity providers call this endpoint with a signed `logout_token` in a form. The sessions it ' +
      'names end immediately.',
    response: { mediaType: 'text/plain', schema: { type: 'string', maxLength: 0 } },
    errors: [oidcErrors.logout_token_refused],
  })
  async ssoOidcBackchannelLogout(
    @Param('provider') provider: string,
    @RawBody() body: Buffer,
  ): Promise<string> {
    const token = new URLSearchParams(body.toString('utf8')).get('logout_token') ?? '';
    await this.logouts.accept(provider, token);
    return '';
  }
}
