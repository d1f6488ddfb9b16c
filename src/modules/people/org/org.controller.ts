import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import {
  OrganizationResponse,
  OrgApiKeyResponse,
  TransferOwnershipRequest,
  TransferOwnershipResponse,
  UpdateOrganizationRequest,
} from './dto/organization.dto.js';
import { OrgApiKeyService } from './org-api-key.service.js';
import { OrgService } from './org.service.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { organizationErrors } from '../organizations/organization.errors.js';

/** What ends or hands over an organization takes a person who is there: keys are refused. */
const BY_THE_OWNER_IN_PERSON = {
  as: ['session'],
  level: 'organization',
  role: 'owner',
  roleInEveryEdition: true,
  sessionOnly: true,
} as const;

@Controller('v1/org')
@ApiTags('Organization')
@Access({ as: ['org-key', 'session'], level: 'organization', role: 'admin' })
export class OrgController {
  constructor(
    private readonly organization: OrgService,
    private readonly keys: OrgApiKeyService,
  ) {}

  @Get()
  @Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization' })
  @Operation({
    summary: 'Get the organization',
    description: 'Name, plan and size of the organization of the credential, and your role in it.',
    response: OrganizationResponse,
  })
  getOrganization(@CurrentCaller() caller: OrganizationCaller): Promise<OrganizationResponse> {
    return this.organization.get(caller);
  }

  @Patch()
  @Access({
    as: ['org-key', 'session'],
    level: 'organization',
    role: 'owner',
    roleInEveryEdition: true,
  })
  @Operation({
    summary: 'Rename the organization',
    description: 'Owner only, in every edition. The slug does not change, so links keep working.',
    response: OrganizationResponse,
  })
  updateOrganization(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: UpdateOrganizationRequest,
  ): Promise<OrganizationResponse> {
    return this.organization.rename(caller, body.name);
  }

  @Delete()
  @Access(BY_THE_OWNER_IN_PERSON)
  @Operation({
    summary: 'Delete the organization and everything in it',
    description:
      'Owner only; requires a session. Workspaces are deleted first, one at a time, so an interrupted ' +
      'deletion can be repeated.',
    errors: [platformErrors.enterprise_license_required, organizationErrors.organization_unclaimed],
  })
  deleteOrganization(@CurrentCaller() caller: OrganizationCaller): Promise<void> {
    return this.organization.delete(caller);
  }

  @Get('api-key')
  @Operation({
    summary: 'Get your API key for the organization',
    description:
      'Administrators only. Your own key for the whole organization. The first call creates it. It ' +
      'stops working when you are no longer an administrator.',
    response: OrgApiKeyResponse,
    showsCredential: true,
  })
  async getOrgApiKey(@CurrentCaller() caller: OrganizationCaller): Promise<OrgApiKeyResponse> {
    return { apiKey: await this.keys.read(caller) };
  }

  @Post('api-key/regenerate')
  @Operation({
    summary: 'Replace your API key for the organization',
    description:
      'Administrators only. The old key stops working immediately, also if it was the credential of ' +
      'this request.',
    response: OrgApiKeyResponse,
    showsCredential: true,
  })
  async regenerateOrgApiKey(@CurrentCaller() caller: OrganizationCaller): Promise<OrgApiKeyResponse> {
    return { apiKey: await this.keys.regenerate(caller) };
  }

  @Post('transfer-ownership')
  @Access(BY_THE_OWNER_IN_PERSON)
  @Operation({
    summary: 'Make another member the owner and become an administrator',
    description:
      'Owner only; requires a session. Both roles change in one transaction. Only the new owner can ' +
      'transfer the ownership back.',
    response: TransferOwnershipResponse,
    errors: [
      organizationErrors.ownership_kept,
      organizationErrors.member_not_found,
      organizationErrors.member_suspended,
    ],
  })
  transferOrgOwnership(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: TransferOwnershipRequest,
  ): Promise<TransferOwnershipResponse> {
    return this.organization.transfer(caller, body.userId);
  }
}
