import { getSchemaPath, ApiExtraModels } from '@nestjs/swagger';
import type {
  Coverage,
  RateLimitWindow,
  RuleAction,
  RuleConditions,
  RuleSource,
} from '../../../../domain/decision/policy/model.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { CONDITIONS_SCHEMA } from './rule-conditions.dto.js';

export class RuleIdentityResponse {
  @Field.oneOf(['agent', 'user', 'group']) type: 'agent' | 'user' | 'group';
  @Field.string() id: string;
}

class AppTargetResponse {
  @Field.oneOf(['app']) kind: 'app';
  @Field.string() provider: string;
  @Field.list('string') tools: string[];
  @Field.oneOf(['organization', 'workspace'], { nullable: true }) connectionScope: string | null;
}

class ConnectionTargetResponse {
  @Field.oneOf(['connection']) kind: 'connection';
  @Field.string() connectionId: string;
  @Field.list('string') tools: string[];
}

class SecretTargetResponse {
  @Field.oneOf(['secret']) kind: 'secret';
  @Field.string({ nullable: true }) secretId: string | null;
  @Field.oneOf(['organization', 'workspace'], { nullable: true }) secretScope: string | null;
}

class NetworkTargetResponse {
  @Field.oneOf(['network']) kind: 'network';
  @Field.string() hostPattern: string;
  @Field.string({ nullable: true }) pathPattern: string | null;
  @Field.string({ nullable: true }) method: string | null;
}

const TARGETS = [AppTargetResponse, ConnectionTargetResponse, SecretTargetResponse, NetworkTargetResponse];

@ApiExtraModels(...TARGETS)
export class PolicyRuleResponse {
  @Field.string({
    description: 'Published rows have a new id after every publish; compare rules by `logicalId`.',
  })
  id: string;

  @Field.string() logicalId: string;
  @Field.oneOf(['organization', 'workspace']) scope: 'organization' | 'workspace';
  @Field.oneOf(['draft', 'published']) status: 'draft' | 'published';
  @Field.integer({ description: '0 for the draft.' }) generation: number;
  @Field.integer({ description: 'First-match order, lowest first.' }) priority: number;
  @Field.boolean() isDefault: boolean;
  @Field.oneOf(['custom', 'default', 'blocklist', 'grant']) source: RuleSource;
  @Field.string() name: string;
  @Field.string({ nullable: true }) description: string | null;
  @Field.boolean() enabled: boolean;
  @Field.oneOf(['allow', 'block']) action: RuleAction;
  @Field.integer({ nullable: true }) rateLimit: number | null;
  @Field.oneOf(['minute', 'hour', 'day'], { nullable: true }) rateLimitWindow: RateLimitWindow | null;
  @Field.boolean() requireApproval: boolean;

  @Field.oneOf(['credentialed', 'all'], { optional: true, description: 'For the Default Rule only.' })
  coverage?: Coverage;

  @Field.json({ nullable: true, schema: CONDITIONS_SCHEMA })
  conditions: RuleConditions | null;

  @Field.list(RuleIdentityResponse) identities: RuleIdentityResponse[];

  @Field.json({
    schema: { type: 'array', items: { oneOf: TARGETS.map((type) => ({ $ref: getSchemaPath(type) })) } },
  })
  targets: object[];

  @Field.dateTime() createdAt: string;
}

export class PublishResponse {
  @Field.integer() generation: number;
  @Field.integer({ description: 'Includes the Default Rule.' }) ruleCount: number;
}

class PublisherResponse {
  @Field.string({ nullable: true }) name: string | null;
  @Field.string() email: string;
}

export class LastPublishResponse extends PublishResponse {
  @Field.dateTime() appliedAt: string;
  @Field.object(PublisherResponse, { nullable: true }) appliedBy: PublisherResponse | null;
}
