import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Public } from '../../../kernel/access/declaration/access.decorator.js';
import { type Caller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { claimErrors } from './claim.errors.js';
import { ClaimsService } from './claims.service.js';
import { PARTNER_CLAIM, PARTNER_CLAIM_PREVIEW } from './claims.throttles.js';
import {
  ClaimedPartnerOrgResponse,
  ClaimPartnerOrgRequest,
  PartnerClaimPreviewResponse,
  PreviewPartnerClaimRequest,
} from './dto/claim.dto.js';

/** What the customer with the link calls (07 A7.3). */
@Controller('v1/claims')
@ApiTags('Partner Organizations')
export class ClaimsController {
  constructor(private readonly claims: ClaimsService) {}

  @Post('preview')
  @Public()
  @Throttled(PARTNER_CLAIM_PREVIEW)
  @Operation({
    summary: 'Preview which organization a claim link is for, and which partner created it',
    description: 'The token of the link is the only credential. Nothing is changed.',
    success: 200,
    response: PartnerClaimPreviewResponse,
    errors: [claimErrors.partner_claim_unknown],
  })
  previewPartnerClaim(@Body() body: PreviewPartnerClaimRequest): Promise<PartnerClaimPreviewResponse> {
    return this.claims.preview(body.token);
  }

  @Post()
  @Access({ as: ['session'], level: 'person', sessionOnly: true })
  @Throttled(PARTNER_CLAIM)
  @Operation({
    summary: 'Claim an organization that a partner created',
    description:
      'You become the owner. Agents and everything else in the organization keep working. The API keys ' +
      'that the partner knows stop working unless `partnerKeys` is `keep`. Agent tokens are kept until ' +
      'you replace them. The link works once; you may repeat your own call.',
    success: 200,
    response: ClaimedPartnerOrgResponse,
    errors: [
      claimErrors.partner_claim_unknown,
      claimErrors.partner_claim_taken,
      claimErrors.partner_claim_expired,
    ],
  })
  claimPartnerOrg(
    @CurrentCaller() caller: Caller,
    @Body() body: ClaimPartnerOrgRequest,
  ): Promise<ClaimedPartnerOrgResponse> {
    return this.claims.claim(caller, body.token, body.partnerKeys);
  }
}
