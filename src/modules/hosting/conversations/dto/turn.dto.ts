import { TURN_STATUSES, type TurnStatus } from '../../../../domain/agents/conversations/turn-status.js';
import { type BodyRule, BodyRules } from '../../../../kernel/http/fields/body-rules.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { TURN_SOURCES, type TurnSource } from '../records/conversation.entity.js';
import { MAX_ATTACHMENTS, MAX_MESSAGE, MAX_TURNS } from '../records/conversation-rules.js';
import { AttachmentResponse } from './attachment.dto.js';

/** R69; of one turn. */
const TOKENS = { min: 0, max: 1_000_000_000_000 };

export class TurnUsageResponse {
  @Field.integer(TOKENS) inputTokens: number;
  @Field.integer(TOKENS) outputTokens: number;
  @Field.integer({ ...TOKENS, optional: true }) cacheReadInputTokens?: number;
}

export class TurnResponse {
  @Field.string() id: string;
  @Field.string() conversationId: string;
  @Field.oneOf(TURN_STATUSES) status: TurnStatus;
  @Field.oneOf(TURN_SOURCES, { description: 'Where the message came from.' }) source: TurnSource;
  @Field.string({ nullable: true, description: 'The author; null: the platform.' }) userId: string | null;
  @Field.string() message: string;
  @Field.string({ nullable: true, description: 'Text for a person.' }) error: string | null;
  @Field.string({ nullable: true, description: 'Null if there is no code for `error`.' })
  errorCode: string | null;
  @Field.object(TurnUsageResponse, { nullable: true }) usage: TurnUsageResponse | null;
  @Field.string({ nullable: true, description: 'The turn to which this message was sent as a follow-up.' })
  followUpOfTurnId: string | null;
  @Field.list(AttachmentResponse) attachments: AttachmentResponse[];
  @Field.dateTime({ nullable: true }) startedAt: string | null;
  @Field.dateTime({ nullable: true }) finishedAt: string | null;
  @Field.dateTime() createdAt: string;
}

export class TurnPageResponse {
  @Field.list(TurnResponse) turns: TurnResponse[];
  @Field.boolean() hasMore: boolean;
}

const SENT_KINDS = ['turn', 'followUp'] as const;

export class SentMessageResponse {
  @Field.oneOf(SENT_KINDS) kind: (typeof SENT_KINDS)[number];
  @Field.object(TurnResponse) turn: TurnResponse;
}

export class AbortResponse {
  @Field.boolean({ description: 'True: the turn has ended.' }) aborted: boolean;
  @Field.boolean({ description: 'True: the executor was asked to abort.' }) delivered: boolean;
}

const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
const ID = new RegExp(UUID);

const WELL_FORMED_IDS: BodyRule = {
  schema: { properties: { attachmentIds: { items: { pattern: UUID } } } },
  problemOf: ({ attachmentIds = [] }) =>
    (attachmentIds as string[]).every((id) => ID.test(id)) ? null : 'attachmentIds must be a list of ids',
};

const SAYS_SOMETHING: BodyRule = {
  schema: {
    anyOf: [
      { properties: { message: { minLength: 1 } } },
      { properties: { attachmentIds: { minItems: 1 } }, required: ['attachmentIds'] },
    ],
  },
  problemOf: ({ message, attachmentIds = [] }) =>
    message === '' && (attachmentIds as string[]).length === 0 ? 'message must not be empty' : null,
};

@BodyRules(WELL_FORMED_IDS, SAYS_SOMETHING)
export class PostMessageRequest {
  @Field.string({ maxLength: MAX_MESSAGE }) message: string;
  @Field.list('string', { optional: true, maxItems: MAX_ATTACHMENTS }) attachmentIds?: string[];
}

export class ListTurnsQuery {
  @Field.integer({ optional: true, fromText: true, min: 1, max: MAX_TURNS }) limit?: number;
  @Field.string({ optional: true, description: 'Only turns older than this one.' }) before?: string;
}
