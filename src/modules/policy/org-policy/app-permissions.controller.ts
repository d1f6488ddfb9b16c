import { APP_IDS } from '../../foundation/app-catalog/catalog.js';
import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { AppPermissionsService } from './app-permissions.service.js';
import { AppPermissionsResponse, SetAppPermissionsRequest } from './dto/app-permissions.dto.js';
import { policyErrors } from '../../foundation/policy-sets/policy.errors.js';

@Controller('v1/org/rules/permissions/:provider')
@ApiTags('Organization policy')
@ApiParam({ name: 'provider', enum: APP_IDS })
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization', role: 'admin' })
export class AppPermissionsController {
  constructor(private readonly permissions: AppPermissionsService) {}

  /** Any member may know what the organization says about an app (02 §7.8). */
  @Get()
  @Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization' })
  @Operation({
    summary: "Get the organization's permissions for the tools of an app",
    description: 'Every member may read it. Tools without a rule of the organization are not included.',
    response: AppPermissionsResponse,
    errors: [policyErrors.unknown_provider],
  })
  getOrgAppPermissions(
    @CurrentCaller() { organizationId }: OrganizationCaller,
    @Param('provider') provider: string,
  ): Promise<AppPermissionsResponse> {
    return this.permissions.get(organizationId, provider);
  }

  @Put()
  @Operation({
    summary: 'Allow tools of an app for everyone, block them, or require approval',
    description:
      'Administrators only. Writes organization rules for these tools, which apply to every workspace ' +
      'immediately. Tools that are not in the body do not change.',
    response: AppPermissionsResponse,
    errors: [policyErrors.unknown_tool, policyErrors.unknown_provider, policyErrors.policy_rules_full],
  })
  setOrgAppPermissions(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Body() body: SetAppPermissionsRequest,
  ): Promise<AppPermissionsResponse> {
    return this.permissions.set(caller, provider, body);
  }
}
