import { Field } from '../../../../kernel/http/fields/fields.js';

/** What is used by calls of models, of one line or of all. */
export class LlmAmountsResponse {
  @Field.integer({ description: 'Calls that have a cost.' }) requests: number;
  @Field.integer({ description: 'Calls among them whose tokens are estimated.' }) estimatedRequests: number;
  @Field.integer() inputTokens: number;
  @Field.integer() outputTokens: number;
  @Field.integer() cacheReadTokens: number;
  @Field.integer() cacheWriteTokens: number;
  @Field.string({
    pattern: /^\d+$/,
    description: 'Exact cost in billionths of a US cent, as an integer of any length.',
  })
  costNanoCents: string;
  @Field.integer({ description: 'Cost in US cents, rounded down.' }) costCents: number;
}

export class LlmUsageLineResponse extends LlmAmountsResponse {
  @Field.string({ schema: { format: 'date' }, description: 'Day in UTC.' }) day: string;
  @Field.string() agentId: string;
  @Field.string() agentName: string;
  @Field.string() workspaceId: string;
  @Field.string({ description: 'As in the price table.' }) provider: string;
  @Field.string({
    description: '`unknown` if no model was named, `other` if the name is not a valid model name.',
  })
  model: string;
}

export class LlmUsageResponse {
  @Field.string({ schema: { format: 'date' }, description: 'First day included.' }) from: string;
  @Field.string({ schema: { format: 'date' }, description: 'Last day included.' }) to: string;
  @Field.object(LlmAmountsResponse, { description: 'Total of all lines, not only of this page.' })
  total: LlmAmountsResponse;
  @Field.list(LlmUsageLineResponse) items: LlmUsageLineResponse[];
  @Field.string({ nullable: true, description: 'Null on the last page.' }) nextCursor: string | null;
}
