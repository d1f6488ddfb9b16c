import type { RateLimitWindow } from '../../../../domain/policy/model.js';
import { atLeastOneOf, BodyRules } from '../../../../kernel/http/body-rules.js';
import {
  ArrayField,
  BooleanField,
  EnumField,
  type FieldOptions,
  IntegerField,
  JsonField,
  StringField,
} from '../../../../kernel/http/fields.js';
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
  description: 'Requests per window and agent.',
} as const;
const CLEARABLE = { optional: true, nullable: true } as const;
const IDENTITIES = {
  optional: true,
  maxItems: MAX_IDENTITIES,
  description: 'Empty: everyone, for decisions; no one, for injection.',
} as const;
const ACTION: FieldOptions = {
  description: '`rate_limit` and `manual_approval` are stored as `allow` with the modifier.',
};

export type RuleActionInput = (typeof ACTIONS)[number];

export class RuleIdentityRequest {
  @EnumField(['user', 'group'])
  type: 'user' | 'group';

  @StringField({ minLength: 1, maxLength: MAX_NAME })
  id: string;
}

@DescribesTargets()
@BodyRules(...NEW_RULE)
export class CreateRuleRequest {
  @StringField(NAME)
  name: string;

  @StringField({ optional: true, maxLength: MAX_DESCRIPTION })
  description?: string;

  @BooleanField({ optional: true, description: 'Default true.' })
  enabled?: boolean;

  @EnumField(ACTIONS, ACTION)
  action: RuleActionInput;

  @IntegerField(RATE)
  rateLimit?: number;

  @EnumField(WINDOWS, { optional: true })
  rateLimitWindow?: RateLimitWindow;

  @BooleanField({ optional: true, description: 'Every matching request waits for a person.' })
  requireApproval?: boolean;

  @JsonField({ optional: true, schema: CONDITIONS_SCHEMA })
  conditions?: unknown;

  @ArrayField(RuleIdentityRequest, IDENTITIES)
  identities?: RuleIdentityRequest[];

  @JsonField({ schema: TARGETS_SCHEMA })
  targets: unknown;
}

@DescribesTargets()
@BodyRules(...CHANGED_RULE)
export class UpdateRuleRequest {
  @StringField({ ...NAME, optional: true })
  name?: string;

  @StringField({ ...CLEARABLE, maxLength: MAX_DESCRIPTION })
  description?: string | null;

  @BooleanField({ optional: true })
  enabled?: boolean;

  @EnumField(ACTIONS, { ...ACTION, optional: true })
  action?: RuleActionInput;

  @IntegerField({ ...RATE, nullable: true })
  rateLimit?: number | null;

  @EnumField(WINDOWS, CLEARABLE)
  rateLimitWindow?: RateLimitWindow | null;

  @BooleanField({ optional: true })
  requireApproval?: boolean;

  @JsonField({ ...CLEARABLE, schema: CONDITIONS_SCHEMA })
  conditions?: unknown;

  @ArrayField(RuleIdentityRequest, IDENTITIES)
  identities?: RuleIdentityRequest[];

  @JsonField({ optional: true, schema: TARGETS_SCHEMA, description: 'Replaces the whole list.' })
  targets?: unknown;
}

export class RuleStatusQuery {
  @EnumField(STATUSES, { optional: true, description: 'Default `draft`.' })
  status?: (typeof STATUSES)[number];
}

/** Only describes the body: this one operation answers `422` for a body that is wrong by itself (R1). */
export class ReorderRulesRequest {
  @ArrayField('string', {
    minItems: 1,
    maxItems: MAX_RULES,
    description: 'Every rule of the draft but the Default Rule, exactly once, in the new order.',
  })
  orderedIds: string[];
}

@BodyRules(atLeastOneOf(['action', 'coverage']))
export class UpdateDefaultRequest {
  @EnumField(['allow', 'block'], { optional: true, description: '`block` is deny-by-default.' })
  action?: 'allow' | 'block';

  @EnumField(['credentialed', 'all'], {
    optional: true,
    description:
      'Counts while the action is `block`: `all` binds requests without credentials and LLM hosts too.',
  })
  coverage?: 'credentialed' | 'all';
}
