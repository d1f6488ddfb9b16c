import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Public } from '../../../kernel/access/declaration/access.decorator.js';
import { type Caller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { identityErrors } from '../../people/identity/model/identity.errors.js';
import {
  ClaimedProvisionResponse,
  ClaimTokenRequest,
  LookupTokenRequest,
  ProvisionLookupResponse,
} from './dto/provision.dto.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import { OtherClaims } from './other-claims.js';
import { ProvisionClaims } from './provision-claims.service.js';
import { provisionErrors } from './provision.errors.js';
import { ProvisionsService } from './provisions.service.js';
import { PROVISION_CLAIM, PROVISION_LOOKUP } from './provisions.throttles.js';

const LICENSED = { edition: 'enterprise', feature: 'Provisioning of accounts' } as const;

/** What the person with the link calls. */
@Controller('v1/provisions')
@ApiTags('Provisioning')
export class ProvisionsController {
  constructor(
    private readonly provisions: ProvisionsService,
    private readonly claims: ProvisionClaims,
    private readonly otherClaims: OtherClaims,
    private readonly editions: EditionsService,
  ) {}

  @Post('lookup')
  @Public(LICENSED)
  @Throttled(PROVISION_LOOKUP)
  @Operation({
    summary: 'Look up a claim link by its token',
    description: 'The token in the body is the only credential. Nothing is changed.',
    success: 200,
    response: ProvisionLookupResponse,
    errors: [provisionErrors.claim_link_unknown],
  })
  lookupProvision(@Body() body: LookupTokenRequest): Promise<ProvisionLookupResponse> {
    return this.provisions.lookup(body.token);
  }

  @Post('claim')
  @Access({
    as: ['session'],
    level: 'person',
    sessionOnly: true,
    ...LICENSED,
    // A partner's link needs no licence, and what a link is shows its token alone (05 §11.4).
    licenceException: 'partner-claim',
    refusals: { unauthenticated: identityErrors.session_missing },
  })
  @Throttled(PROVISION_CLAIM)
  @Operation({
    summary: 'Claim a prepared account as the signed-in person',
    description:
      'The workspace becomes yours and keeps its key, agents and secrets. The link works once. An ' +
      'existing membership in the organization does not change.',
    success: 200,
    response: ClaimedProvisionResponse,
    errors: [provisionErrors.claim_refused],
  })
  async claimProvision(
    @CurrentCaller() caller: Caller,
    @Body() body: ClaimTokenRequest,
  ): Promise<ClaimedProvisionResponse> {
    const other = await this.otherClaims.of(body.token);
    if (other !== null) return other.claim(caller, body.token);
    this.editions.requireLicence('provisioning');
    return this.claims.claim(caller, body.token);
  }
}
