import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type PartnerCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PartnerApiKeyResponse } from '../partners/dto/partner.dto.js';
import { BY_A_MANAGER, BY_ANY } from '../partners/partner-access.js';
import { PartnerProfileResponse } from './dto/partner-profile.dto.js';
import { PartnerAccountService } from './partner-account.service.js';

@Controller('v1/partner')
@ApiTags('Partner Organizations')
@Access(BY_ANY)
export class PartnerAccountController {
  constructor(private readonly account: PartnerAccountService) {}

  @Get()
  @Operation({
    summary: 'Get the partner and your role in it',
    description: 'A partner key acts for the partner, not for a person, with the rights of an administrator.',
    response: PartnerProfileResponse,
  })
  getPartner(@CurrentCaller() caller: PartnerCaller): Promise<PartnerProfileResponse> {
    return this.account.profile(caller);
  }

  @Post('api-key/regenerate')
  @Access(BY_A_MANAGER)
  @Operation({
    summary: 'Replace the key of the partner',
    description:
      'Managers only. A partner has one key. The previous key stops working immediately, also if it ' +
      'was the credential of this request.',
    success: 200,
    response: PartnerApiKeyResponse,
    showsCredential: true,
  })
  async regeneratePartnerApiKey(@CurrentCaller() caller: PartnerCaller): Promise<PartnerApiKeyResponse> {
    return { partnerApiKey: await this.account.regenerateKey(caller) };
  }
}
