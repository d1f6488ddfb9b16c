import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import {
  BooleanField,
  EnumField,
  IntegerField,
  ObjectField,
  StringField,
} from '../../../../kernel/http/fields.js';

const SCOPES = ['organization', 'workspace'] as const;

export class DecidingRuleResponse {
  @StringField() logicalId: string;
  @StringField() name: string;
  @EnumField(['custom', 'default', 'blocklist', 'grant']) source: string;
  @EnumField(['allow', 'block']) action: string;
  @BooleanField() requireApproval: boolean;
  @IntegerField({ nullable: true }) rateLimit: number | null;
  @EnumField(['minute', 'hour', 'day'], { nullable: true }) rateLimitWindow: string | null;
}

class DecidedByRule {
  @EnumField(['rule']) kind: 'rule';
  @EnumField(SCOPES) scope: string;
  @ObjectField(DecidingRuleResponse) rule: DecidingRuleResponse;
}

class RuleNameResponse {
  @StringField() logicalId: string;
  @StringField() name: string;
}

class GrantedByRule {
  @EnumField(['rule']) kind: 'rule';
  @EnumField(SCOPES) scope: string;
  @ObjectField(RuleNameResponse) rule: RuleNameResponse;
}

/** An organization rule for a viewer who may not see it (02 §8). */
export class RedactedRuleResponse {
  @EnumField(['rule']) kind: 'rule';
  @EnumField(['organization']) scope: 'organization';
  @BooleanField() redacted: true;
}

class DecidedByDefault {
  @EnumField(['default']) kind: 'default';
  @EnumField(SCOPES) scope: string;
}

const MODELS = [DecidedByRule, GrantedByRule, RedactedRuleResponse, DecidedByDefault];

/** Makes the schemas below known to the document; on every response class that uses one. */
export const ProvenanceModels = (): ClassDecorator => ApiExtraModels(...MODELS);

export const DECIDED_BY_SCHEMA = oneOf(DecidedByRule, RedactedRuleResponse, DecidedByDefault);
export const PROVENANCE_SCHEMA = { type: 'array', items: oneOf(GrantedByRule, RedactedRuleResponse) };

function oneOf(...types: (new () => object)[]): { oneOf: { $ref: string }[] } {
  return { oneOf: types.map((type) => ({ $ref: getSchemaPath(type) })) };
}
