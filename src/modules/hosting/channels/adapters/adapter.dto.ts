import { IsObject } from 'class-validator';
import { OUTBOX_KINDS, type OutboxKind } from '../../../../domain/protocols/slack/outbox-retries.js';
import { field, missingOr } from '../../../../kernel/http/fields/dto-reader.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { Strict } from '../../../../kernel/http/fields/body-rules.js';
import { CHANNEL_PROVIDERS, type ChannelProvider } from '../accounts/channel-integration.entity.js';
import {
  CHANNEL_TRANSPORTS,
  type ChannelTransport,
  PRESENCE_STATUSES,
  type ChannelAppStatus,
} from '../apps/channel-app.entity.js';

export const MAX_ADAPTER_WAIT_SECONDS = 25;
const MAX_ITEMS = 20;
const LONGEST_PAUSE_SECONDS = 3_600;
/** What any object of a body may have. */
const MAX_FIELDS = 1_000;
const RESULTS = ['sent', 'rejected', 'retry'] as const;
const INGESTED = ['ignored', 'duplicate', 'refused', 'turn', 'followUp', 'invite'] as const;
const CLICKED = ['decided', 'already_settled', 'refused', 'unavailable'] as const;
const DECISIONS = ['approve', 'deny'] as const;

export class RegisterAdapterRequest {
  @Field.string({ minLength: 1, maxLength: 200 }) name: string;
  @Field.string({ minLength: 1, maxLength: 100, description: 'New at each start of the daemon.' })
  bootId: string;
}

export class RegisteredAdapterResponse {
  @Field.string() adapterId: string;
}

export class AdapterHeartbeatRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) bootId: string;
}

export class AdapterAgentResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.string() workspaceId: string;
  @Field.string({ nullable: true }) imageUrl: string | null;
}

export class AdapterTenantResponse {
  @Field.string() externalId: string;
  @Field.string({ nullable: true }) name: string | null;
}

export class AdapterCredentialsResponse {
  @Field.string({ optional: true }) botToken?: string;
  @Field.string({ optional: true, description: 'The token that opens sockets.' }) appToken?: string;
}

export class AdapterPresenceResponse {
  @Field.string() presenceId: string;
  @Field.oneOf(CHANNEL_PROVIDERS) provider: ChannelProvider;
  @Field.oneOf(CHANNEL_TRANSPORTS) transport: ChannelTransport;
  @Field.oneOf(PRESENCE_STATUSES) status: ChannelAppStatus;
  @Field.string({ description: 'Id of the app at the provider.' }) externalId: string;
  @Field.string({ nullable: true, description: "User id of the app's bot." }) identityRef: string | null;
  @Field.object(AdapterAgentResponse) agent: AdapterAgentResponse;
  @Field.object(AdapterTenantResponse) tenant: AdapterTenantResponse;
  @Field.object(AdapterCredentialsResponse) credentials: AdapterCredentialsResponse;
}

export class AdapterConfigurationResponse {
  @Field.list(AdapterPresenceResponse) presences: AdapterPresenceResponse[];
  @Field.string() etag: string;
}

@Strict()
export class AdapterIngestRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) presenceId: string;
  @Field.string({ minLength: 1, maxLength: 500, description: "The provider's id of the event." })
  eventId: string;
  @field(
    {
      description: 'The inner event, as it was received.',
      schema: { type: 'object', additionalProperties: true, maxProperties: MAX_FIELDS },
    },
    [IsObject({ message: missingOr('must be an object') })],
    {},
  )
  event: Record<string, unknown>;
}

export class AdapterIngestResultResponse {
  @Field.oneOf(INGESTED) kind: (typeof INGESTED)[number];
}

export class AdapterDecisionRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) presenceId: string;
  @Field.string({ minLength: 1, maxLength: 100 }) approvalId: string;
  @Field.oneOf(DECISIONS) decision: (typeof DECISIONS)[number];
  @Field.string({ minLength: 1, maxLength: 200 }) clickerExternalUserId: string;
}

export class AdapterDecisionResultResponse {
  @Field.oneOf(CLICKED) kind: (typeof CLICKED)[number];
}

export class AdapterClaimRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) bootId: string;
  @Field.integer({ optional: true, min: 0, max: MAX_ADAPTER_WAIT_SECONDS }) wait?: number;
  @Field.integer({ optional: true, min: 1, max: MAX_ITEMS }) limit?: number;
}

export class AdapterItemResponse {
  @Field.string({ description: 'Opaque id.' }) itemId: string;
  @Field.string() presenceId: string;
  @Field.oneOf(OUTBOX_KINDS) kind: OutboxKind;
  @Field.dateTime() leaseExpiresAt: string;
  @Field.string() channel: string;
  @Field.string({ nullable: true }) thread: string | null;
  @Field.string({ optional: true }) text?: string;
  @Field.json({
    optional: true,
    schema: { type: 'array', items: { type: 'object', additionalProperties: true } },
  })
  blocks?: readonly object[];
  @Field.string({ optional: true }) iconUrl?: string;
  @Field.string({ optional: true }) emoji?: string;
  @Field.string({ optional: true, description: 'The message that is changed or receives the reaction.' })
  messageRef?: string;
}

export class AdapterItemsResponse {
  @Field.list(AdapterItemResponse) items: AdapterItemResponse[];
}

export class AdapterResultRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) bootId: string;
  @Field.oneOf(RESULTS, {
    description: '`retry`: the provider was certainly not reached, or it asked to wait.',
  })
  result: (typeof RESULTS)[number];
  @Field.string({ optional: true, minLength: 1, maxLength: 200 }) messageRef?: string;
  @Field.string({ optional: true, minLength: 1, maxLength: 100 }) errorCode?: string;
  @Field.integer({
    optional: true,
    min: 0,
    max: LONGEST_PAUSE_SECONDS,
    description: 'The delay that the provider asked for.',
  })
  retryAfterSeconds?: number;
}

export class AdapterHealthRequest {
  @Field.boolean() healthy: boolean;
  @Field.string({ optional: true, minLength: 1, maxLength: 200 }) reason?: string;
}
