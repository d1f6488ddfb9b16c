import { Field } from '../../../../kernel/http/fields/fields.js';
import { DISABLED_REASONS, OUTCOMES } from '../records/schedule.entity.js';

export class ScheduleResponse {
  @Field.string()
  id: string;

  @Field.string()
  agentId: string;

  @Field.string()
  name: string;

  @Field.string()
  prompt: string;

  @Field.string()
  schedule: string;

  @Field.string()
  timezone: string;

  @Field.boolean()
  enabled: boolean;

  @Field.oneOf(DISABLED_REASONS, { nullable: true, description: 'Why the server disabled the schedule.' })
  disabledReason: (typeof DISABLED_REASONS)[number] | null;

  @Field.dateTime({ description: 'Does not change while the schedule is paused.' })
  nextFireAt: string;

  @Field.dateTime({ nullable: true })
  lastFiredAt: string | null;

  @Field.oneOf(OUTCOMES, { nullable: true })
  lastOutcome: (typeof OUTCOMES)[number] | null;

  @Field.integer()
  consecutiveFailures: number;

  @Field.dateTime()
  createdAt: string;
}

export class ScheduleListResponse {
  @Field.list(ScheduleResponse)
  crons: ScheduleResponse[];
}
