import { ArrayField, BooleanField, EnumField, StringField } from '../../../../kernel/http/fields.js';
import type { AvailableApps } from '../availability.js';

const MODES = ['open', 'restricted'] as const;
const MAX_RULES = 1_000;
const MAX_PEOPLE = 1_000;
const MAX_APPS = 200;
const MAX_ID = 100;
const MAX_NAME = 200;

const IDS = { itemMinLength: 1, itemMaxLength: MAX_ID } as const;

export class AvailabilityRuleRequest {
  @StringField({
    optional: true,
    maxLength: MAX_ID,
    description: 'Of a rule to change; another one makes a new rule.',
  })
  id?: string;
  @StringField({ optional: true, nullable: true, maxLength: MAX_NAME, description: 'Blank reads as none.' })
  name?: string | null;
  @ArrayField('string', { maxItems: MAX_PEOPLE, ...IDS }) userIds: string[];
  @ArrayField('string', { maxItems: MAX_PEOPLE, ...IDS }) groupIds: string[];
  @ArrayField('string', { maxItems: MAX_APPS, ...IDS }) providers: string[];
}

export class SetAppAvailabilityRequest {
  @EnumField(MODES) mode: (typeof MODES)[number];
  @ArrayField(AvailabilityRuleRequest, {
    maxItems: MAX_RULES,
    description:
      'All rules: stored ones that are missing here are deleted, those that grant nothing are dropped.',
  })
  rules: AvailabilityRuleRequest[];
}

export class AvailabilityRuleResponse {
  @StringField() id: string;
  @StringField({ nullable: true }) name: string | null;
  @ArrayField('string') userIds: string[];
  @ArrayField('string') groupIds: string[];
  @ArrayField('string') providers: string[];
}

export class AppAvailabilityResponse {
  @EnumField(MODES) mode: (typeof MODES)[number];
  @ArrayField(AvailabilityRuleResponse, { description: 'Oldest first.' }) rules: AvailabilityRuleResponse[];
}

export class AvailableAppsResponse implements AvailableApps {
  @BooleanField({ description: 'False: every app is available, and the list says nothing.' })
  restricted: boolean;
  @ArrayField('string') providers: string[];
}
