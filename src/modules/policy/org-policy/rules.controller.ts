import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PolicyRuleResponse } from './dto/policy-rule.dto.js';
import {
  CreateRuleRequest,
  ReorderRulesRequest,
  RuleStatusQuery,
  UpdateRuleRequest,
} from './dto/rule-request.dto.js';
import { RulesService } from './rules.service.js';
import { policyErrors } from '../../foundation/policy-sets/policy.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';

/** What a body can name in vain, and what licence and plan refuse. */
const REFERENCES = [
  policyErrors.policy_identity_unknown,
  policyErrors.unknown_provider,
  policyErrors.unknown_tool,
  policyErrors.policy_target_unknown,
  policyErrors.policy_scope_unfit,
  platformErrors.enterprise_license_required,
  editionErrors.plan_required,
] as const;

@Controller('v1/org/policy/rules')
@ApiTags('Organization policy')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization', role: 'admin' })
export class RulesController {
  constructor(private readonly rules: RulesService) {}

  @Get()
  @Operation({
    summary: 'List the rules of the organization in first-match order',
    description:
      'Administrators only. The draft can be edited; `status=published` returns the rules that ' +
      'gateways enforce. Both hold the same rules under different ids.',
    response: [PolicyRuleResponse],
  })
  listOrgPolicyRules(
    @CurrentCaller() { organizationId }: OrganizationCaller,
    @Query() { status = 'draft' }: RuleStatusQuery,
  ): Promise<PolicyRuleResponse[]> {
    return this.rules.list(organizationId, status);
  }

  @Post()
  @Operation({
    summary: 'Append a rule with immediate effect',
    description:
      'Administrators only. The rule is added at the end of the order and applies to every workspace ' +
      'immediately. Publishing is not necessary.',
    success: 201,
    response: PolicyRuleResponse,
    errors: [...REFERENCES, policyErrors.policy_rules_full],
  })
  createOrgPolicyRule(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: CreateRuleRequest,
  ): Promise<PolicyRuleResponse> {
    return this.rules.create(caller, body);
  }

  @Put('order')
  @ApiBody({ type: ReorderRulesRequest })
  @Operation({
    summary: 'Reorder the rules',
    description:
      'Administrators only, with immediate effect. The list must name every rule of the draft except ' +
      'the Default Rule exactly once. Otherwise the rules have changed in the meantime and the request ' +
      'is refused.',
    response: [PolicyRuleResponse],
    errors: [policyErrors.policy_order_invalid, policyErrors.policy_order_conflict],
  })
  reorderOrgPolicyRules(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: object,
  ): Promise<PolicyRuleResponse[]> {
    return this.rules.reorder(caller, body);
  }

  @Get(':ruleId')
  @Operation({
    summary: 'Get a rule of the draft',
    description: 'Administrators only. Rules of the published set have other ids and are not found here.',
    response: PolicyRuleResponse,
    errors: [policyErrors.policy_rule_not_found],
  })
  getOrgPolicyRule(
    @CurrentCaller() { organizationId }: OrganizationCaller,
    @Param('ruleId') ruleId: string,
  ): Promise<PolicyRuleResponse> {
    return this.rules.get(organizationId, ruleId);
  }

  @Patch(':ruleId')
  @Operation({
    summary: 'Change a rule without moving it',
    description:
      'Administrators only. Only the fields in the body change, with immediate effect. A list is ' +
      'replaced as a whole.',
    response: PolicyRuleResponse,
    errors: [
      policyErrors.policy_rate_limit_required,
      policyErrors.policy_rule_not_found,
      policyErrors.policy_rule_managed,
      policyErrors.policy_rate_limit_incomplete,
      policyErrors.policy_block_modified,
      policyErrors.policy_scope_misplaced,
      ...REFERENCES,
    ],
  })
  updateOrgPolicyRule(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('ruleId') ruleId: string,
    @Body() body: UpdateRuleRequest,
  ): Promise<PolicyRuleResponse> {
    return this.rules.update(caller, ruleId, body);
  }

  @Delete(':ruleId')
  @Operation({
    summary: 'Delete a rule',
    description:
      'Administrators only, with immediate effect. Rules of the app blocklist are deleted through the ' +
      'blocklist.',
    errors: [policyErrors.policy_rule_not_found, policyErrors.policy_rule_managed],
  })
  deleteOrgPolicyRule(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('ruleId') ruleId: string,
  ): Promise<void> {
    return this.rules.remove(caller, ruleId);
  }
}
