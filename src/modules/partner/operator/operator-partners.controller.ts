import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { PartnerApiKeyResponse, PartnerResponse } from '../partners/dto/partner.dto.js';
import { PartnerSetupLinkResponse } from '../partners/dto/partner-member.dto.js';
import { partnerErrors } from '../partners/partner.errors.js';
import {
  CreatedPartnerResponse,
  CreatePartnerRequest,
  DeletePartnerQuery,
  ListPartnersQuery,
  PartnerAccountResponse,
  UpdatePartnerRequest,
} from './dto/operator-partner.dto.js';
import { OperatorPartnersService } from './operator-partners.service.js';
import { PartnerDeletion } from './partner-deletion.js';

const OF_ONE = [partnerErrors.partner_not_found];

/** There is no sign-up for partners: whoever runs the deployment makes them (07 A3). */
@Controller('v1/operator/partners')
@ApiTags('Internal')
@Access({ as: ['operator'], level: 'none' })
export class OperatorPartnersController {
  constructor(
    private readonly partners: OperatorPartnersService,
    private readonly deletion: PartnerDeletion,
    private readonly urls: PublicUrls,
  ) {}

  @Post()
  @Operation({
    summary: 'Create a partner with its owner and its key',
    description:
      'The owner is set here and cannot be changed later. A person belongs to at most one partner.',
    success: 201,
    response: CreatedPartnerResponse,
    showsCredential: true,
    errors: [partnerErrors.partner_slug_taken, partnerErrors.partner_member_exists],
  })
  createPartner(
    @Body() body: CreatePartnerRequest,
    @Req() request: FastifyRequest,
  ): Promise<CreatedPartnerResponse> {
    return this.partners.create(body, this.urls.dashboard(request));
  }

  @Get()
  @Operation({
    summary: 'List the partners, newest first',
    description: 'Each partner with its number of organizations, people and secrets.',
    response: [PartnerAccountResponse],
  })
  listPartners(@Query() query: ListPartnersQuery): Promise<PartnerAccountResponse[]> {
    return this.partners.list(query);
  }

  @Get(':partnerId')
  @Operation({
    summary: 'Get a partner',
    description: 'A partner with its number of organizations, people and secrets.',
    response: PartnerAccountResponse,
    errors: OF_ONE,
  })
  getPartnerAccount(@Param('partnerId') partnerId: string): Promise<PartnerAccountResponse> {
    return this.partners.get(partnerId);
  }

  @Patch(':partnerId')
  @Operation({
    summary: 'Rename, suspend or resume a partner',
    description:
      'While a partner is suspended, its key, its portal and the secrets it lends are refused. ' +
      'Customers and claim links keep working.',
    response: PartnerResponse,
    errors: OF_ONE,
  })
  updatePartner(
    @Param('partnerId') partnerId: string,
    @Body() body: UpdatePartnerRequest,
  ): Promise<PartnerResponse> {
    return this.partners.update(partnerId, body);
  }

  @Post(':partnerId/rotate-key')
  @Operation({
    summary: 'Replace the key of a partner',
    description: 'The previous key stops working immediately.',
    success: 200,
    response: PartnerApiKeyResponse,
    showsCredential: true,
    errors: OF_ONE,
  })
  async rotatePartnerKey(@Param('partnerId') partnerId: string): Promise<PartnerApiKeyResponse> {
    return { partnerApiKey: await this.partners.rotateKey(partnerId) };
  }

  @Post(':partnerId/owner-setup-link')
  @Operation({
    summary: "Replace the link with which a partner's owner sets the first password",
    description: 'For an owner who has never signed in. Previous links stop working immediately.',
    success: 200,
    response: PartnerSetupLinkResponse,
    showsCredential: true,
    errors: [...OF_ONE, partnerErrors.partner_member_signs_in],
  })
  reissuePartnerOwnerSetupLink(
    @Param('partnerId') partnerId: string,
    @Req() request: FastifyRequest,
  ): Promise<PartnerSetupLinkResponse> {
    return this.partners.reissueOwnerSetupLink(partnerId, this.urls.dashboard(request));
  }

  @Delete(':partnerId')
  @Operation({
    summary: 'Delete a partner',
    description:
      'Deletes its secrets, budgets, people and key. Customers keep their organizations, and people ' +
      'keep their accounts.',
    errors: [...OF_ONE, partnerErrors.partner_has_unclaimed],
  })
  deletePartner(
    @Param('partnerId') partnerId: string,
    @Query() { deleteUnclaimed }: DeletePartnerQuery,
  ): Promise<void> {
    return this.deletion.delete(partnerId, { deleteUnclaimed: deleteUnclaimed === 'true' });
  }
}
