import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
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
    summary: 'What happens when no rule matches',
    description: 'Administrators only. The Default Rule is the last of the order and cannot be deleted.',
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
    summary: 'Allows or blocks by default, and whom that binds',
    description:
      'Administrators only. `block` means that only what a rule allows goes out, in every workspace ' +
      'and at once; `coverage` says whether that holds for requests without a credential as well.',
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
    summary: 'Publishes the draft',
    description:
      'Every write publishes by itself; kept for older clients. It answers with the generation that ' +
      'is in force.',
    response: PublishResponse,
    errors: [platformErrors.enterprise_license_required, editionErrors.plan_required],
  })
  publishOrgPolicy(@CurrentCaller() caller: OrganizationCaller): Promise<PublishResponse> {
    return this.policy.publish(caller);
  }

  @Get('last-publish')
  @Operation({
    summary: 'The rules in force: which generation, since when, by whom',
    description: 'Administrators only. Useful to see whether two people look at the same rules.',
    response: LastPublishResponse,
  })
  getOrgPolicyLastPublish(
    @CurrentCaller() { organizationId }: OrganizationCaller,
  ): Promise<LastPublishResponse> {
    return this.policy.lastPublish(organizationId);
  }
}
