import { ReadAs } from '../../../kernel/http/dto-reader.js';
import {
  ArrayField,
  BooleanField,
  DateTimeField,
  EnumField,
  IntegerField,
  JsonField,
  ObjectField,
  StringField,
} from '../../../kernel/http/fields.js';
import type { ApprovalDecision } from '../../../modules/policy/approvals/approval.js';

export const LONGEST_WAIT_SECONDS = 30;

export class PollQuery {
  @ReadAs({ normalise: (value) => (Array.isArray(value) ? value.join(',') : value) })
  @StringField({
    optional: true,
    description: 'Ids that are being handled already, separated by commas',
  })
  exclude?: string;

  @ReadAs({ normalise: secondsIn })
  @IntegerField({
    optional: true,
    min: 0,
    max: LONGEST_WAIT_SECONDS,
    default: LONGEST_WAIT_SECONDS,
    description: 'Seconds to wait while nothing is pending',
  })
  wait?: number;
}

export class DecisionRequest {
  @EnumField(['approve', 'deny']) decision: ApprovalDecision;
}

class SummaryDetailResponse {
  @StringField() label: string;
  @StringField() value: string;
}

class SummaryResponse {
  @StringField() action: string;
  @ArrayField(SummaryDetailResponse) details: SummaryDetailResponse[];
}

class HeldAgentResponse {
  @StringField() id: string;
  @StringField() name: string;
  @StringField({ nullable: true }) externalId: string | null;
}

class PendingItemResponse {
  @StringField({ format: 'uuid' }) id: string;
  @StringField() workspaceId: string;
  @StringField({ description: 'The same as `workspaceId`, for released clients' }) projectId: string;
  @StringField() method: string;
  @StringField() url: string;
  @StringField() host: string;
  @StringField({ description: 'With the query' }) path: string;
  @JsonField({ schema: { type: 'object', additionalProperties: { type: 'string' } } })
  headers: Record<string, string>;
  @StringField({ nullable: true }) bodyPreview: string | null;
  @ObjectField(SummaryResponse, { nullable: true }) summary: SummaryResponse | null;
  @ObjectField(HeldAgentResponse) agent: HeldAgentResponse;
  @DateTimeField() createdAt: string;
  @DateTimeField() expiresAt: string;
}

export class PendingResponse {
  @ArrayField(PendingItemResponse) requests: PendingItemResponse[];
  @IntegerField({ description: 'How long an approval waits before it is denied' }) timeoutSeconds: number;
}

export class DecidedResponse {
  @BooleanField() success: boolean;
}

/** An empty one counts as absent. */
function secondsIn(value: unknown): unknown {
  if (value === '') return undefined;
  return typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value;
}
