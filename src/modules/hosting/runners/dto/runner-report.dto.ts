import { REPORTED_EVENT_SCHEMA } from '../../../../domain/agents/conversations/reported-event.js';
import { withoutUnusableText } from '../../../../domain/agents/conversations/transcript-event.js';
import { field } from '../../../../kernel/http/fields/dto-reader.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { TurnUsageResponse } from '../../conversations/dto/turn.dto.js';

export const MAX_REPORTED_EVENTS = 100;
const LARGEST_NUMBER = 1_000_000_000;
const MAX_ERROR = 2_000;
const ENDS = ['done', 'failed', 'aborted'] as const;
const OUTCOMES = ['joined', 'missed'] as const;

/** What models and tools say may hold anything; what no column can hold is left out before it is judged (04 §2.2.8). */
export const Reported = (schema: Record<string, unknown>, maxItems?: number): PropertyDecorator =>
  field({ schema }, [], {}, { normalise: (value) => cleaned(cut(value, maxItems)) });

function cut(value: unknown, maxItems: number | undefined): unknown {
  return Array.isArray(value) && maxItems !== undefined ? value.slice(0, maxItems + 1) : value;
}

function cleaned(value: unknown): unknown {
  return withoutUnusableText(value);
}

export class RunnerEventsRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) leaseId: string;
  @Field.integer({ min: 1, max: LARGEST_NUMBER, description: 'Number of the first event.' }) first: number;

  @Reported(
    {
      type: 'array',
      minItems: 1,
      maxItems: MAX_REPORTED_EVENTS,
      items: REPORTED_EVENT_SCHEMA,
    },
    MAX_REPORTED_EVENTS,
  )
  events: unknown;
}

export class RunnerEventsResponse {
  @Field.integer() acceptedThrough: number;
  @Field.dateTime() leaseExpiresAt: string;
  @Field.boolean() abortRequested: boolean;
}

export class FollowUpOutcomeRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) turnId: string;
  @Field.oneOf(OUTCOMES) outcome: (typeof OUTCOMES)[number];
}

export class RunnerFinishRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) leaseId: string;
  @Field.integer({ min: 0, max: LARGEST_NUMBER, description: 'Number of the last event.' }) through: number;
  @Field.oneOf(ENDS) status: (typeof ENDS)[number];
  @Field.string({ optional: true, maxLength: MAX_ERROR }) error?: string;
  @Field.string({ optional: true, maxLength: 64 }) errorCode?: string;
  @Field.object(TurnUsageResponse, { optional: true }) usage?: TurnUsageResponse;
  @Field.string({ optional: true, maxLength: 500 }) sessionRef?: string;
  @Field.list(FollowUpOutcomeRequest, { optional: true, maxItems: 16 }) followUps?: FollowUpOutcomeRequest[];
}

export class RunnerReleaseRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) leaseId: string;
  @Field.string({ optional: true, maxLength: 64 }) reasonCode?: string;
  @Field.string({ optional: true, maxLength: MAX_ERROR }) error?: string;
}
