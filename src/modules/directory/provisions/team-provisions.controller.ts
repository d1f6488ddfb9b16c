import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';
import { ProvisionedUserResponse, ProvisionResponse, ProvisionUserRequest } from './dto/provision.dto.js';
import { provisionErrors } from './provision.errors.js';
import { ProvisionsService } from './provisions.service.js';

/** Never 404 for the licence: clients read that as "only on the hosted product" (07 §B12). */
@Controller('v1/team/provisions')
@ApiTags('Provisioning')
@Access({
  as: ['workspace-key', 'org-key', 'session'],
  level: 'organization',
  role: 'admin',
  edition: 'enterprise',
  feature: 'Provisioning of accounts',
})
export class TeamProvisionsController {
  constructor(
    private readonly provisions: ProvisionsService,
    private readonly urls: PublicUrls,
  ) {}

  @Get()
  @Operation({
    summary: 'List the accounts that wait to be claimed, newest first',
    description: 'Administrators only. The links themselves are not shown again.',
    response: [ProvisionResponse],
  })
  listProvisions(@CurrentCaller() caller: OrganizationCaller): Promise<ProvisionResponse[]> {
    return this.provisions.list(caller);
  }

  @Post()
  @ApiBody({ required: false, type: ProvisionUserRequest })
  @Operation({
    summary: 'Prepare an account with a workspace and a key, and create a link to claim it',
    description:
      'Administrators only. The key works immediately. It keeps working for the person who claims the ' +
      'account within seven days; otherwise everything is deleted.',
    success: 201,
    response: ProvisionedUserResponse,
    showsCredential: true,
    errors: [editionErrors.quota_exhausted],
  })
  provisionUser(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: ProvisionUserRequest,
    @Req() request: FastifyRequest,
  ): Promise<ProvisionedUserResponse> {
    return this.provisions.mint(caller, body, this.urls.dashboard(request));
  }

  @Delete(':provisionId')
  @Operation({
    summary: 'Delete a prepared account',
    description:
      'Administrators only. The workspace with everything in it, the key and the link are deleted.',
    errors: [provisionErrors.provision_not_found],
  })
  cancelProvision(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provisionId') provisionId: string,
  ): Promise<void> {
    return this.provisions.cancel(caller, provisionId);
  }
}
