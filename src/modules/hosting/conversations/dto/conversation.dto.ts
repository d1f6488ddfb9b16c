import { Field } from '../../../../kernel/http/fields/fields.js';
import { type BodyRule, BodyRules, fieldIn, given } from '../../../../kernel/http/fields/body-rules.js';
import { TURN_SOURCES, type TurnSource } from '../records/conversation.entity.js';
import { MAX_CONVERSATIONS } from '../records/conversation-rules.js';

export class ConversationResponse {
  @Field.string() id: string;
  @Field.string() agentId: string;
  @Field.oneOf(TURN_SOURCES, { description: 'Where the conversation was opened.' }) source: TurnSource;
  @Field.string({ nullable: true, description: 'Its id at the source.' }) externalRef: string | null;
  @Field.boolean({ description: 'True: the conversation belongs to one user alone.' }) direct: boolean;
  @Field.string({ nullable: true }) userId: string | null;
  @Field.string({ nullable: true }) title: string | null;
  @Field.dateTime() createdAt: string;
  @Field.dateTime() updatedAt: string;
}

export class ConversationPageResponse {
  @Field.list(ConversationResponse) conversations: ConversationResponse[];
  @Field.boolean() hasMore: boolean;
}

const PLATFORM_SOURCES = ['cron', 'watch'];

/** Conversations of runs belong to the platform (04 §2.3). */
const NO_RUN_OF_OTHERS: BodyRule = {
  schema: { anyOf: [fieldIn('source', ['web', 'slack'], 'absent'), { not: given('externalRef') }] },
  problemOf: ({ source, externalRef }) =>
    externalRef !== undefined && PLATFORM_SOURCES.includes(source as string)
      ? 'externalRef cannot be given for this source'
      : null,
};

@BodyRules(NO_RUN_OF_OTHERS)
export class CreateConversationRequest {
  @Field.string({ minLength: 1 }) agentId: string;
  @Field.oneOf(TURN_SOURCES, { optional: true }) source?: TurnSource;
  @Field.string({ optional: true, trim: true, minLength: 1, maxLength: 500 }) externalRef?: string;
  @Field.string({ optional: true, trim: true, minLength: 1, maxLength: 200 }) title?: string;
}

export class ListConversationsQuery {
  @Field.string({ optional: true }) agentId?: string;
  @Field.integer({ optional: true, fromText: true, min: 1, max: MAX_CONVERSATIONS }) limit?: number;
  @Field.string({ optional: true, description: 'Only conversations older than this one.' }) before?: string;
}
