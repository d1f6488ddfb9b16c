import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { LastPublishResponse, PolicyRuleResponse, PublishResponse } from './dto/policy-rule.dto.js';
import { RuleStatusQuery, UpdateDefaultRequest } from './dto/rule-request.dto.js';
import { PolicyStateService } from './policy-state.service.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';

@Controller('v1/org/policy')
@ApiTags('Organization policy')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization', role: 'admin' })
export class PolicyStateController {
  constructor(private readonly policy: PolicyStateService) {}

  @Get('default')
  @Operation({
    summary: 'Get the Default Rule, which applies when no rule matches',
    description: 'Administrators only. The Default Rule is the last in the order and cannot be deleted.',
    response: PolicyRuleResponse,
  })
  getOrgPolicyDefault(
    @CurrentCaller() { organizationId }: OrganizationCaller,
    @Query() { status = 'draft' }: RuleStatusQuery,
  ): Promise<PolicyRuleResponse> {
    return this.policy.default(organizationId, status);
  }

  @Patch('default')
  @Operation({
    summary: 'Allow or block by default, and set the coverage',
    description:
      'Administrators only. With `block`, only requests that a rule allows are sent, in every ' +
      'workspace and immediately. `coverage` states whether this also applies to requests without a ' +
      'credential.',
    response: PolicyRuleResponse,
    errors: [editionErrors.plan_required],
  })
  setOrgPolicyDefault(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: UpdateDefaultRequest,
  ): Promise<PolicyRuleResponse> {
    return this.policy.updateDefault(caller, body);
  }

  @Post('publish')
  @Operation({
    summary: 'Publish the draft',
    description:
      'Kept for older clients: every write publishes automatically. Returns the generation in force.',
    response: PublishResponse,
    errors: [platformErrors.enterprise_license_required, editionErrors.plan_required],
  })
  publishOrgPolicy(@CurrentCaller() caller: OrganizationCaller): Promise<PublishResponse> {
    return this.policy.publish(caller);
  }

  @Get('last-publish')
  @Operation({
    summary: 'Get the published generation, when it was published and by whom',
    description: 'Administrators only. Shows whether two people see the same rules.',
    response: LastPublishResponse,
  })
  getOrgPolicyLastPublish(
    @CurrentCaller() { organizationId }: OrganizationCaller,
  ): Promise<LastPublishResponse> {
    return this.policy.lastPublish(organizationId);
  }
}
