import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type Caller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import {
  CreatedOrganizationResponse,
  CreateOrganizationRequest,
  ListedOrganizationResponse,
} from './dto/organization.dto.js';
import { OrgService } from './org.service.js';
import { OrganizationCreation } from './organization-creation.js';
import { organizationErrors } from '../organizations/organization.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';

@Controller('v1/orgs')
@ApiTags('Organization')
export class OrgsController {
  constructor(
    private readonly organizations: OrgService,
    private readonly creation: OrganizationCreation,
  ) {}

  @Get()
  @Access({ as: ['workspace-key', 'org-key', 'session'], level: 'person' })
  @Operation({
    summary: 'List your organizations',
    description:
      'In the order in which you joined. A session sees all of your organizations, a key only the one ' +
      'it belongs to.',
    response: [ListedOrganizationResponse],
  })
  listOrganizations(@CurrentCaller() caller: Caller): Promise<ListedOrganizationResponse[]> {
    return this.organizations.list(caller);
  }

  @Post()
  @Access({ as: ['session'], level: 'person' })
  @Operation({
    summary: 'Create an organization with one workspace',
    description:
      "Requires a session. You become the owner. The licence, the plan and the operator's limit set " +
      'how many organizations a person may own.',
    success: 201,
    response: CreatedOrganizationResponse,
    errors: [
      organizationErrors.organization_name_taken,
      editionErrors.organization_cap_reached,
      platformErrors.enterprise_license_required,
      editionErrors.quota_exhausted,
    ],
  })
  createOrganization(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateOrganizationRequest,
  ): Promise<CreatedOrganizationResponse> {
    return this.creation.create(caller, body.name);
  }
}
