import { getSchemaPath, ApiExtraModels } from '@nestjs/swagger';
import type {
  Coverage,
  RateLimitWindow,
  RuleAction,
  RuleConditions,
  RuleSource,
} from '../../../../domain/policy/model.js';
import {
  ArrayField,
  BooleanField,
  DateTimeField,
  EnumField,
  IntegerField,
  JsonField,
  ObjectField,
  StringField,
} from '../../../../kernel/http/fields.js';
import { CONDITIONS_SCHEMA } from './rule-conditions.dto.js';

export class RuleIdentityResponse {
  @EnumField(['agent', 'user', 'group']) type: 'agent' | 'user' | 'group';
  @StringField() id: string;
}

class AppTargetResponse {
  @EnumField(['app']) kind: 'app';
  @StringField() provider: string;
  @ArrayField('string') tools: string[];
  @EnumField(['organization', 'workspace'], { nullable: true }) connectionScope: string | null;
}

class ConnectionTargetResponse {
  @EnumField(['connection']) kind: 'connection';
  @StringField() connectionId: string;
  @ArrayField('string') tools: string[];
}

class SecretTargetResponse {
  @EnumField(['secret']) kind: 'secret';
  @StringField({ nullable: true }) secretId: string | null;
  @EnumField(['organization', 'workspace'], { nullable: true }) secretScope: string | null;
}

class NetworkTargetResponse {
  @EnumField(['network']) kind: 'network';
  @StringField() hostPattern: string;
  @StringField({ nullable: true }) pathPattern: string | null;
  @StringField({ nullable: true }) method: string | null;
}

const TARGETS = [AppTargetResponse, ConnectionTargetResponse, SecretTargetResponse, NetworkTargetResponse];

@ApiExtraModels(...TARGETS)
export class PolicyRuleResponse {
  @StringField({ description: 'New for published rows at every publish; compare rules by `logicalId`.' })
  id: string;

  @StringField() logicalId: string;
  @EnumField(['organization', 'workspace']) scope: 'organization' | 'workspace';
  @EnumField(['draft', 'published']) status: 'draft' | 'published';
  @IntegerField({ description: '0 for the draft.' }) generation: number;
  @IntegerField({ description: 'First match order, lower first.' }) priority: number;
  @BooleanField() isDefault: boolean;
  @EnumField(['custom', 'default', 'blocklist', 'grant']) source: RuleSource;
  @StringField() name: string;
  @StringField({ nullable: true }) description: string | null;
  @BooleanField() enabled: boolean;
  @EnumField(['allow', 'block']) action: RuleAction;
  @IntegerField({ nullable: true }) rateLimit: number | null;
  @EnumField(['minute', 'hour', 'day'], { nullable: true }) rateLimitWindow: RateLimitWindow | null;
  @BooleanField() requireApproval: boolean;

  @EnumField(['credentialed', 'all'], { optional: true, description: 'Of the Default Rule only.' })
  coverage?: Coverage;

  @JsonField({ nullable: true, schema: CONDITIONS_SCHEMA })
  conditions: RuleConditions | null;

  @ArrayField(RuleIdentityResponse) identities: RuleIdentityResponse[];

  @JsonField({
    schema: { type: 'array', items: { oneOf: TARGETS.map((type) => ({ $ref: getSchemaPath(type) })) } },
  })
  targets: object[];

  @DateTimeField() createdAt: string;
}

export class PublishResponse {
  @IntegerField() generation: number;
  @IntegerField({ description: 'The Default Rule counts.' }) ruleCount: number;
}

class PublisherResponse {
  @StringField({ nullable: true }) name: string | null;
  @StringField() email: string;
}

export class LastPublishResponse extends PublishResponse {
  @DateTimeField() appliedAt: string;
  @ObjectField(PublisherResponse, { nullable: true }) appliedBy: PublisherResponse | null;
}
