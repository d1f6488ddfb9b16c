import {
  INCOMPLETE_REASONS,
  type IncompleteReason,
} from '../../../domain/decision/approval-summaries/content/summary.js';
import { ReadAs } from '../../../kernel/http/fields/dto-reader.js';
import { Field } from '../../../kernel/http/fields/fields.js';
import type { ApprovalDecision } from '../../../modules/policy/approvals/approval.js';

export const LONGEST_WAIT_SECONDS = 30;

export class PollQuery {
  @ReadAs({ normalise: (value) => (Array.isArray(value) ? value.join(',') : value) })
  @Field.string({
    optional: true,
    description: 'Ids that the client already handles, separated by commas',
  })
  exclude?: string;

  @ReadAs({ normalise: secondsIn })
  @Field.integer({
    optional: true,
    min: 0,
    max: LONGEST_WAIT_SECONDS,
    default: LONGEST_WAIT_SECONDS,
    description: 'Seconds to wait while nothing is pending',
  })
  wait?: number;
}

export class DecisionRequest {
  @Field.oneOf(['approve', 'deny']) decision: ApprovalDecision;
}

class SummaryDetailResponse {
  @Field.string() label: string;
  @Field.string() value: string;
}

class SummaryResponse {
  @Field.string() action: string;
  @Field.list(SummaryDetailResponse) details: SummaryDetailResponse[];

  @Field.json({
    optional: true,
    schema: { type: 'array', items: { type: 'string', enum: [...INCOMPLETE_REASONS] } },
    description: 'Why the details do not show the whole request; absent if they do',
  })
  incomplete?: IncompleteReason[];
}

class HeldAgentResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.string({ nullable: true }) externalId: string | null;
}

class PendingItemResponse {
  @Field.string({ format: 'uuid' }) id: string;
  @Field.string() workspaceId: string;
  @Field.string({ description: 'The same as `workspaceId`, for released clients' }) projectId: string;
  @Field.string() method: string;
  @Field.string() url: string;
  @Field.string() host: string;
  @Field.string({ description: 'Includes the query string' }) path: string;
  @Field.json({ schema: { type: 'object', additionalProperties: { type: 'string' } } })
  headers: Record<string, string>;
  @Field.string({ nullable: true }) bodyPreview: string | null;
  @Field.object(SummaryResponse, { nullable: true }) summary: SummaryResponse | null;
  @Field.object(HeldAgentResponse) agent: HeldAgentResponse;
  @Field.dateTime() createdAt: string;
  @Field.dateTime() expiresAt: string;
}

export class PendingResponse {
  @Field.list(PendingItemResponse) requests: PendingItemResponse[];
  @Field.integer({ description: 'How long a request is held before it is denied' }) timeoutSeconds: number;
}

export class SentBodyResponse {
  @Field.string({ nullable: true }) contentType: string | null;
  @Field.string({ nullable: true }) contentEncoding: string | null;
  @Field.boolean({ description: 'False: the body is longer, or the agent is still sending it' })
  whole: boolean;
  @Field.string({ description: 'The bytes as they will be sent, in base64' }) base64: string;

  @Field.string({
    nullable: true,
    description: 'The body without its content encodings; null if it is not UTF-8 text',
  })
  text: string | null;
}

export class DecidedResponse {
  @Field.boolean() success: boolean;
}

/** An empty one counts as absent. */
function secondsIn(value: unknown): unknown {
  if (value === '') return undefined;
  return typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value;
}
