import { Field } from '../../../../kernel/http/fields/fields.js';
import { Reported } from './runner-report.dto.js';

/** Of any object that is sent. */
const MAX_FIELDS = 1_000;

export class RunnerToolCallRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) agentId: string;
  @Field.string({
    optional: true,
    maxLength: 100,
    description: 'Lease of the calling turn; the call renews it.',
  })
  leaseId?: string;
  @Field.string({
    minLength: 1,
    maxLength: 200,
    description: 'Id of the call; a repeated call has no second effect.',
  })
  callId: string;
  @Field.string({ minLength: 1, maxLength: 200 }) tool: string;
  @Reported({
    type: 'object',
    additionalProperties: true,
    maxProperties: MAX_FIELDS,
    description: 'At most 32,000 characters.',
  })
  args?: unknown;
}

export class RunnerToolResultResponse {
  @Field.boolean() ok: boolean;
  @Field.json({ optional: true }) result?: object;
  @Field.string({ optional: true, description: 'What the agent is not allowed to do or got wrong.' })
  error?: string;
}
