import { Field } from '../../../../kernel/http/fields/fields.js';
import { PolicyRuleResponse } from '../../org-policy/dto/policy-rule.dto.js';

export class EffectiveRulesQuery {
  @Field.string({ optional: true, description: 'Only rules for this agent.' })
  agentId?: string;
}

export class EffectiveRulesResponse {
  @Field.list(PolicyRuleResponse, { description: 'In first-match order. Grants are rules too.' })
  workspace: PolicyRuleResponse[];

  @Field.list(PolicyRuleResponse, { nullable: true, description: 'Null if the caller may not see them.' })
  organization: PolicyRuleResponse[] | null;

  @Field.object(PolicyRuleResponse) workspaceDefault: PolicyRuleResponse;

  @Field.object(PolicyRuleResponse, { nullable: true })
  organizationDefault: PolicyRuleResponse | null;
}
