import { Body, Controller, Delete, Get, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type PartnerCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { BY_ANY } from '../partners/partner-access.js';
import { partnerErrors } from '../partners/partner.errors.js';
import {
  ClaimLinkResponse,
  CreatedPartnerOrgResponse,
  CreatePartnerOrgRequest,
  ListPartnerOrgsQuery,
  PartnerOrgResponse,
  RotatedTokensResponse,
} from './dto/partner-organization.dto.js';
import { PartnerOrganizationCreation } from './partner-organization-creation.js';
import { PartnerOrganizationsService } from './partner-organizations.service.js';

const OF_ONE = [partnerErrors.partner_organization_not_found];
const OF_ONE_UNCLAIMED = [...OF_ONE, partnerErrors.partner_organization_claimed];

@Controller('v1/partner/orgs')
@ApiTags('Partner Organizations')
@Access(BY_ANY)
export class PartnerOrganizationsController {
  constructor(
    private readonly organizations: PartnerOrganizationsService,
    private readonly creation: PartnerOrganizationCreation,
    private readonly urls: PublicUrls,
  ) {}

  @Get()
  @Operation({
    summary: 'List the organizations you created, newest first',
    description:
      'Organizations that a customer deleted are not included. Projects are listed only for unclaimed ' +
      'organizations.',
    response: [PartnerOrgResponse],
  })
  listPartnerOrgs(
    @CurrentCaller() caller: PartnerCaller,
    @Query() query: ListPartnerOrgsQuery,
  ): Promise<PartnerOrgResponse[]> {
    return this.organizations.list(caller, query);
  }

  @Post()
  @Operation({
    summary: 'Create an organization for a customer, with a link to claim it',
    description:
      'Creates a project, an agent and keys; only this response shows them. Agents reach model ' +
      'providers immediately, and everything else after a customer has claimed the organization. A ' +
      'repeated call creates another organization. Names need not be unique.',
    success: 201,
    response: CreatedPartnerOrgResponse,
    showsCredential: true,
  })
  createPartnerOrg(
    @CurrentCaller() caller: PartnerCaller,
    @Body() body: CreatePartnerOrgRequest,
    @Req() request: FastifyRequest,
  ): Promise<CreatedPartnerOrgResponse> {
    return this.creation.create(caller, body.name, this.urls.dashboard(request));
  }

  @Get(':orgId')
  @Operation({
    summary: 'Get an organization you created',
    description: 'Includes whether, when and by whom the organization was claimed.',
    response: PartnerOrgResponse,
    errors: OF_ONE,
  })
  getPartnerOrg(
    @CurrentCaller() caller: PartnerCaller,
    @Param('orgId') orgId: string,
  ): Promise<PartnerOrgResponse> {
    return this.organizations.get(caller, orgId);
  }

  @Post(':orgId/claim-link')
  @Operation({
    summary: 'Replace the claim link of an organization',
    description: 'Possible until the organization is claimed. The previous link stops working immediately.',
    success: 200,
    response: ClaimLinkResponse,
    showsCredential: true,
    errors: OF_ONE_UNCLAIMED,
  })
  reissuePartnerClaimLink(
    @CurrentCaller() caller: PartnerCaller,
    @Param('orgId') orgId: string,
    @Req() request: FastifyRequest,
  ): Promise<ClaimLinkResponse> {
    return this.organizations.reissueClaimLink(caller, orgId, this.urls.dashboard(request));
  }

  @Post(':orgId/rotate-tokens')
  @Operation({
    summary: 'Replace the keys of an organization and of its default project',
    description:
      'Possible until the organization is claimed. Agent tokens and the keys of other projects do not ' +
      'change.',
    success: 200,
    response: RotatedTokensResponse,
    showsCredential: true,
    errors: OF_ONE_UNCLAIMED,
  })
  rotatePartnerOrgTokens(
    @CurrentCaller() caller: PartnerCaller,
    @Param('orgId') orgId: string,
  ): Promise<RotatedTokensResponse> {
    return this.organizations.rotateTokens(caller, orgId);
  }

  @Delete(':orgId')
  @Operation({
    summary: 'Delete an organization with everything in it',
    description:
      'Possible until the organization is claimed; afterwards only its own people can delete it. Its ' +
      'keys and tokens stop working immediately.',
    errors: OF_ONE_UNCLAIMED,
  })
  deletePartnerOrg(@CurrentCaller() caller: PartnerCaller, @Param('orgId') orgId: string): Promise<void> {
    return this.organizations.delete(caller, orgId);
  }
}
