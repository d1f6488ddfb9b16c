import { Field } from '../../../../kernel/http/fields/fields.js';
import type { AvailableApps } from '../model/availability.js';

const MODES = ['open', 'restricted'] as const;
const MAX_RULES = 1_000;
const MAX_PEOPLE = 1_000;
const MAX_APPS = 200;
const MAX_ID = 100;
const MAX_NAME = 200;

const IDS = { itemMinLength: 1, itemMaxLength: MAX_ID } as const;

export class AvailabilityRuleRequest {
  @Field.string({
    optional: true,
    maxLength: MAX_ID,
    description: 'Id of the rule to change; an unknown id creates a new rule.',
  })
  id?: string;
  @Field.string({
    optional: true,
    nullable: true,
    maxLength: MAX_NAME,
    description: 'An empty name reads as no name.',
  })
  name?: string | null;
  @Field.list('string', { maxItems: MAX_PEOPLE, ...IDS }) userIds: string[];
  @Field.list('string', { maxItems: MAX_PEOPLE, ...IDS }) groupIds: string[];
  @Field.list('string', { maxItems: MAX_APPS, ...IDS }) providers: string[];
}

export class SetAppAvailabilityRequest {
  @Field.oneOf(MODES) mode: (typeof MODES)[number];
  @Field.list(AvailabilityRuleRequest, {
    maxItems: MAX_RULES,
    description:
      'All rules. Stored rules that are not in the list are deleted. Rules that grant nothing are ' +
      'dropped.',
  })
  rules: AvailabilityRuleRequest[];
}

export class AvailabilityRuleResponse {
  @Field.string() id: string;
  @Field.string({ nullable: true }) name: string | null;
  @Field.list('string') userIds: string[];
  @Field.list('string') groupIds: string[];
  @Field.list('string') providers: string[];
}

export class AppAvailabilityResponse {
  @Field.oneOf(MODES) mode: (typeof MODES)[number];
  @Field.list(AvailabilityRuleResponse, { description: 'Oldest first.' }) rules: AvailabilityRuleResponse[];
}

export class AvailableAppsResponse implements AvailableApps {
  @Field.boolean({ description: 'If false, every app is available and the list is empty.' })
  restricted: boolean;
  @Field.list('string') providers: string[];
}
