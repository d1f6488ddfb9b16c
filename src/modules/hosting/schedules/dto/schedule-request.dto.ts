import { atLeastOneOf, type BodyRule, BodyRules, Strict } from '../../../../kernel/http/fields/body-rules.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { timingProblem } from '../records/schedule-timing.js';

const NAME = { trim: true, minLength: 1, maxLength: 100 };
const PROMPT = { trim: true, minLength: 1, maxLength: 10_000, description: 'The message to the agent.' };
const SCHEDULE = {
  minLength: 1,
  maxLength: 100,
  description:
    'A cron expression of five fields, or a nickname such as `@daily`. It must match at least one ' +
    'future time.',
  example: '0 9 * * MON',
};
const TIMEZONE = {
  minLength: 1,
  maxLength: 100,
  description: 'An IANA time zone.',
  example: 'Europe/London',
};

/** Which texts are expressions and zones no schema can say. */
const comesSomeDay: BodyRule = { schema: {}, problemOf: timingProblem };

@Strict()
@BodyRules(comesSomeDay)
export class CreateScheduleRequest {
  @Field.string(NAME)
  name: string;

  @Field.string(PROMPT)
  prompt: string;

  @Field.string(SCHEDULE)
  schedule: string;

  @Field.string(TIMEZONE)
  timezone: string;
}

@Strict()
@BodyRules(atLeastOneOf(['name', 'prompt', 'schedule', 'timezone', 'enabled']), comesSomeDay)
export class UpdateScheduleRequest {
  @Field.string({ ...NAME, optional: true })
  name?: string;

  @Field.string({ ...PROMPT, optional: true })
  prompt?: string;

  @Field.string({ ...SCHEDULE, optional: true })
  schedule?: string;

  @Field.string({ ...TIMEZONE, optional: true })
  timezone?: string;

  @Field.boolean({ optional: true, description: 'False pauses the schedule.' })
  enabled?: boolean;
}
