import { Field } from '../../../../kernel/http/fields/fields.js';
import { PolicyRuleResponse } from '../../org-policy/dto/policy-rule.dto.js';

export class EffectiveRulesQuery {
  @Field.string({ optional: true, description: 'Only the rules about this agent.' })
  agentId?: string;
}

export class EffectiveRulesResponse {
  @Field.list(PolicyRuleResponse, { description: 'First match order; grants are rules too.' })
  workspace: PolicyRuleResponse[];

  @Field.list(PolicyRuleResponse, { nullable: true, description: 'Null for who may not see them.' })
  organization: PolicyRuleResponse[] | null;

  @Field.object(PolicyRuleResponse) workspaceDefault: PolicyRuleResponse;

  @Field.object(PolicyRuleResponse, { nullable: true })
  organizationDefault: PolicyRuleResponse | null;
}
