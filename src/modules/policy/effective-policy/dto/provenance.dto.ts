import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { Field } from '../../../../kernel/http/fields/fields.js';

const SCOPES = ['organization', 'workspace'] as const;

export class DecidingRuleResponse {
  @Field.string() logicalId: string;
  @Field.string() name: string;
  @Field.oneOf(['custom', 'default', 'blocklist', 'grant']) source: string;
  @Field.oneOf(['allow', 'block']) action: string;
  @Field.boolean() requireApproval: boolean;
  @Field.integer({ nullable: true }) rateLimit: number | null;
  @Field.oneOf(['minute', 'hour', 'day'], { nullable: true }) rateLimitWindow: string | null;
}

class DecidedByRule {
  @Field.oneOf(['rule']) kind: 'rule';
  @Field.oneOf(SCOPES) scope: string;
  @Field.object(DecidingRuleResponse) rule: DecidingRuleResponse;
}

class RuleNameResponse {
  @Field.string() logicalId: string;
  @Field.string() name: string;
}

class GrantedByRule {
  @Field.oneOf(['rule']) kind: 'rule';
  @Field.oneOf(SCOPES) scope: string;
  @Field.object(RuleNameResponse) rule: RuleNameResponse;
}

/** An organization rule for a viewer who may not see it (02 §8). */
export class RedactedRuleResponse {
  @Field.oneOf(['rule']) kind: 'rule';
  @Field.oneOf(['organization']) scope: 'organization';
  @Field.boolean() redacted: true;
}

class DecidedByDefault {
  @Field.oneOf(['default']) kind: 'default';
  @Field.oneOf(SCOPES) scope: string;
}

const MODELS = [DecidedByRule, GrantedByRule, RedactedRuleResponse, DecidedByDefault];

/** Makes the schemas below known to the document; on every response class that uses one. */
export const ProvenanceModels = (): ClassDecorator => ApiExtraModels(...MODELS);

export const DECIDED_BY_SCHEMA = oneOf(DecidedByRule, RedactedRuleResponse, DecidedByDefault);
export const PROVENANCE_SCHEMA = { type: 'array', items: oneOf(GrantedByRule, RedactedRuleResponse) };

function oneOf(...types: (new () => object)[]): { oneOf: { $ref: string }[] } {
  return { oneOf: types.map((type) => ({ $ref: getSchemaPath(type) })) };
}
