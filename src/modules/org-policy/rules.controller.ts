import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Access } from '../../kernel/access/access.decorator.js';
import type { OrganizationCaller } from '../../kernel/access/caller.js';
import { CurrentCaller } from '../../kernel/access/current-caller.decorator.js';
import { Operation } from '../../kernel/http/operation.decorator.js';
import { PolicyRuleResponse } from './dto/policy-rule.dto.js';
import {
  CreateRuleRequest,
  ReorderRulesRequest,
  RuleStatusQuery,
  UpdateRuleRequest,
} from './dto/rule-request.dto.js';
import { RulesService } from './rules.service.js';

/** What a body can name in vain, and what licence and plan refuse. */
const REFERENCES = [
  'policy_identity_unknown',
  'unknown_provider',
  'unknown_tool',
  'policy_target_unknown',
  'policy_scope_unfit',
  'enterprise_license_required',
  'plan_required',
] as const;

@Controller('v1/org/policy/rules')
@ApiTags('Organization policy')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization', role: 'admin' })
export class RulesController {
  constructor(private readonly rules: RulesService) {}

  @Get()
  @Operation({
    id: 'listOrgPolicyRules',
    summary: 'The rules of the organization in first-match order',
    response: [PolicyRuleResponse],
    errors: ['invalid_request'],
  })
  list(
    @CurrentCaller() { organizationId }: OrganizationCaller,
    @Query() { status = 'draft' }: RuleStatusQuery,
  ): Promise<PolicyRuleResponse[]> {
    return this.rules.list(organizationId, status);
  }

  @Post()
  @Operation({
    id: 'createOrgPolicyRule',
    summary: 'Appends a rule; it is in force at once',
    success: 201,
    response: PolicyRuleResponse,
    errors: ['invalid_request', ...REFERENCES, 'policy_rules_full'],
  })
  create(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: CreateRuleRequest,
  ): Promise<PolicyRuleResponse> {
    return this.rules.create(caller, body);
  }

  @Put('order')
  @ApiBody({ type: ReorderRulesRequest })
  @Operation({
    id: 'reorderOrgPolicyRules',
    summary: 'Puts the rules into a new order',
    response: [PolicyRuleResponse],
    errors: ['policy_order_invalid', 'policy_order_conflict'],
  })
  reorder(@CurrentCaller() caller: OrganizationCaller, @Body() body: object): Promise<PolicyRuleResponse[]> {
    return this.rules.reorder(caller, body);
  }

  @Get(':ruleId')
  @Operation({
    id: 'getOrgPolicyRule',
    summary: 'One rule of the draft',
    response: PolicyRuleResponse,
    errors: ['policy_rule_not_found'],
  })
  get(
    @CurrentCaller() { organizationId }: OrganizationCaller,
    @Param('ruleId') ruleId: string,
  ): Promise<PolicyRuleResponse> {
    return this.rules.get(organizationId, ruleId);
  }

  @Patch(':ruleId')
  @Operation({
    id: 'updateOrgPolicyRule',
    summary: 'Changes a rule where it stands',
    response: PolicyRuleResponse,
    errors: [
      'invalid_request',
      'policy_rate_limit_required',
      'policy_rule_not_found',
      'policy_rule_managed',
      'policy_rate_limit_incomplete',
      'policy_block_modified',
      'policy_scope_misplaced',
      ...REFERENCES,
    ],
  })
  update(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('ruleId') ruleId: string,
    @Body() body: UpdateRuleRequest,
  ): Promise<PolicyRuleResponse> {
    return this.rules.update(caller, ruleId, body);
  }

  @Delete(':ruleId')
  @Operation({
    id: 'deleteOrgPolicyRule',
    summary: 'Deletes a rule',
    success: 204,
    errors: ['policy_rule_not_found', 'policy_rule_managed'],
  })
  remove(@CurrentCaller() caller: OrganizationCaller, @Param('ruleId') ruleId: string): Promise<void> {
    return this.rules.remove(caller, ruleId);
  }
}
