import type { RateLimitWindow } from '../../../../domain/decision/policy/model.js';
import { atLeastOneOf, BodyRules } from '../../../../kernel/http/fields/body-rules.js';
import type { FieldOptions } from '../../../../kernel/http/fields/dto-reader.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { CONDITIONS_SCHEMA } from './rule-conditions.dto.js';
import { DescribesTargets, TARGETS_SCHEMA } from './rule-target-request.dto.js';
import { CHANGED_RULE, NEW_RULE } from './rule-body-rules.js';

const ACTIONS = ['allow', 'block', 'rate_limit', 'manual_approval'] as const;
const WINDOWS = ['minute', 'hour', 'day'] as const;
const STATUSES = ['draft', 'published'] as const;
const MAX_NAME = 255;
const MAX_DESCRIPTION = 1000;
const MAX_RATE_LIMIT = 1_000_000;
const MAX_IDENTITIES = 100;
/** 02 §19; the Default Rule does not count. */
export const MAX_RULES = 1000;

const NAME = { trim: true, minLength: 1, maxLength: MAX_NAME } as const;
const RATE = {
  optional: true,
  min: 1,
  max: MAX_RATE_LIMIT,
  description: 'Requests per agent and window.',
} as const;
const CLEARABLE = { optional: true, nullable: true } as const;
const IDENTITIES = {
  optional: true,
  maxItems: MAX_IDENTITIES,
  description: 'If empty, a decision applies to everyone and an injection to no one.',
} as const;
const ACTION: FieldOptions = {
  description: '`rate_limit` and `manual_approval` are stored as `allow` with the corresponding modifier.',
};

export type RuleActionInput = (typeof ACTIONS)[number];

export class RuleIdentityRequest {
  @Field.oneOf(['user', 'group'])
  type: 'user' | 'group';

  @Field.string({ minLength: 1, maxLength: MAX_NAME })
  id: string;
}

@DescribesTargets()
@BodyRules(...NEW_RULE)
export class CreateRuleRequest {
  @Field.string(NAME)
  name: string;

  @Field.string({ optional: true, maxLength: MAX_DESCRIPTION })
  description?: string;

  @Field.boolean({ optional: true, description: 'Default `true`.' })
  enabled?: boolean;

  @Field.oneOf(ACTIONS, ACTION)
  action: RuleActionInput;

  @Field.integer(RATE)
  rateLimit?: number;

  @Field.oneOf(WINDOWS, { optional: true })
  rateLimitWindow?: RateLimitWindow;

  @Field.boolean({ optional: true, description: "Every matching request requires a person's approval." })
  requireApproval?: boolean;

  @Field.json({ optional: true, schema: CONDITIONS_SCHEMA })
  conditions?: unknown;

  @Field.list(RuleIdentityRequest, IDENTITIES)
  identities?: RuleIdentityRequest[];

  @Field.json({ schema: TARGETS_SCHEMA })
  targets: unknown;
}

@DescribesTargets()
@BodyRules(...CHANGED_RULE)
export class UpdateRuleRequest {
  @Field.string({ ...NAME, optional: true })
  name?: string;

  @Field.string({ ...CLEARABLE, maxLength: MAX_DESCRIPTION })
  description?: string | null;

  @Field.boolean({ optional: true })
  enabled?: boolean;

  @Field.oneOf(ACTIONS, { ...ACTION, optional: true })
  action?: RuleActionInput;

  @Field.integer({ ...RATE, nullable: true })
  rateLimit?: number | null;

  @Field.oneOf(WINDOWS, CLEARABLE)
  rateLimitWindow?: RateLimitWindow | null;

  @Field.boolean({ optional: true })
  requireApproval?: boolean;

  @Field.json({ ...CLEARABLE, schema: CONDITIONS_SCHEMA })
  conditions?: unknown;

  @Field.list(RuleIdentityRequest, IDENTITIES)
  identities?: RuleIdentityRequest[];

  @Field.json({ optional: true, schema: TARGETS_SCHEMA, description: 'Replaces the whole list.' })
  targets?: unknown;
}

export class RuleStatusQuery {
  @Field.oneOf(STATUSES, { optional: true, description: 'Default `draft`.' })
  status?: (typeof STATUSES)[number];
}

/** Only describes the body: this one operation answers `422` for a body that is wrong by itself (R1). */
export class ReorderRulesRequest {
  @Field.list('string', {
    minItems: 1,
    maxItems: MAX_RULES,
    description: 'Every rule of the draft except the Default Rule, exactly once, in the new order.',
  })
  orderedIds: string[];
}

@BodyRules(atLeastOneOf(['action', 'coverage']))
export class UpdateDefaultRequest {
  @Field.oneOf(['allow', 'block'], { optional: true, description: '`block` denies requests by default.' })
  action?: 'allow' | 'block';

  @Field.oneOf(['credentialed', 'all'], {
    optional: true,
    description:
      'Applies while the action is `block`. `all` includes requests without credentials and requests ' +
      'to LLM hosts.',
  })
  coverage?: 'credentialed' | 'all';
}
