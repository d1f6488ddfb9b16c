import { ArrayField, ObjectField, StringField } from '../../../../kernel/http/fields.js';
import { PolicyRuleResponse } from '../../org-policy/dto/policy-rule.dto.js';

export class EffectiveRulesQuery {
  @StringField({ optional: true, description: 'Only the rules about this agent.' })
  agentId?: string;
}

export class EffectiveRulesResponse {
  @ArrayField(PolicyRuleResponse, { description: 'First match order; grants are rules too.' })
  workspace: PolicyRuleResponse[];

  @ArrayField(PolicyRuleResponse, { nullable: true, description: 'Null for who may not see them.' })
  organization: PolicyRuleResponse[] | null;

  @ObjectField(PolicyRuleResponse) workspaceDefault: PolicyRuleResponse;

  @ObjectField(PolicyRuleResponse, { nullable: true })
  organizationDefault: PolicyRuleResponse | null;
}
