import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../../../kernel/access/declaration/access.decorator.js';
import { Throttled } from '../../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { SSO_LOOKUP } from '../connections/sso.throttles.js';
import { SsoLookupRequest, SsoLookupResponse } from './dto/sso-lookup.dto.js';
import { HomeRealm } from './home-realm.service.js';

@Controller('v1/auth/sso/lookup')
@ApiTags('SSO')
@Public({ edition: 'enterprise', feature: 'Single sign-on' })
export class LookupController {
  constructor(private readonly homeRealm: HomeRealm) {}

  @Post()
  @Throttled(SSO_LOOKUP)
  @Operation({
    summary: 'Find the identity provider for an e-mail address',
    description:
      'For sign-in pages, before a person has signed in. The response is the same for every address of ' +
      'a domain, whether or not it has an account. If the call fails, a page shows its ordinary form.',
    success: 200,
    response: SsoLookupResponse,
  })
  lookupSso(@Body() body: SsoLookupRequest): Promise<SsoLookupResponse> {
    return this.homeRealm.find(body.email);
  }
}
