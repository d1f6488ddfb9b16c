import {
  LIVE_EVENTS,
  STORED_EVENTS,
  type TranscriptEventType,
} from '../../../../domain/agents/conversations/transcript-event.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { DEFAULT_EVENTS, LARGEST_SEQ, MAX_LISTED_EVENTS } from '../records/conversation-rules.js';

export class TranscriptEventResponse {
  @Field.integer() seq: number;
  @Field.string() turnId: string;
  @Field.oneOf([...STORED_EVENTS, ...LIVE_EVENTS]) type: TranscriptEventType;
  @Field.json({ description: 'Contains the type again. Texts in it are untrusted plain text.' })
  payload: Record<string, unknown>;
}

export class TranscriptPageResponse {
  @Field.list(TranscriptEventResponse) events: TranscriptEventResponse[];
  @Field.integer() nextSince: number;
  @Field.boolean() hasMore: boolean;
}

export class TranscriptQuery {
  @Field.integer({
    optional: true,
    fromText: true,
    min: 0,
    max: LARGEST_SEQ,
    description: 'Only events after this number.',
  })
  since?: number;

  @Field.integer({ optional: true, fromText: true, min: 1, max: MAX_LISTED_EVENTS, default: DEFAULT_EVENTS })
  limit?: number;
}
