import { Field } from '../../../../kernel/http/fields/fields.js';

/** What is used by calls of models, of one line or of all. */
export class LlmAmountsResponse {
  @Field.integer({ description: 'Calls that cost something.' }) requests: number;
  @Field.integer({ description: 'Those of them whose tokens are an estimate.' }) estimatedRequests: number;
  @Field.integer() inputTokens: number;
  @Field.integer() outputTokens: number;
  @Field.integer() cacheReadTokens: number;
  @Field.integer() cacheWriteTokens: number;
  @Field.string({ pattern: /^\d+$/, description: 'Exactly, in US cents by 10^9; whole, and of any length.' })
  costNanoCents: string;
  @Field.integer({ description: 'The same in US cents, rounded down.' }) costCents: number;
}

export class LlmUsageLineResponse extends LlmAmountsResponse {
  @Field.string({ schema: { format: 'date' }, description: 'In UTC.' }) day: string;
  @Field.string() agentId: string;
  @Field.string() agentName: string;
  @Field.string() workspaceId: string;
  @Field.string({ description: 'As in the table of prices.' }) provider: string;
  @Field.string({ description: '`unknown` where nothing named it, `other` for what is no name.' })
  model: string;
}

export class LlmUsageResponse {
  @Field.string({ schema: { format: 'date' }, description: 'The first day that counts.' }) from: string;
  @Field.string({ schema: { format: 'date' }, description: 'The last day that counts.' }) to: string;
  @Field.object(LlmAmountsResponse, { description: 'Of all lines, whatever the page shows.' })
  total: LlmAmountsResponse;
  @Field.list(LlmUsageLineResponse) items: LlmUsageLineResponse[];
  @Field.string({ nullable: true, description: 'Null on the last page.' }) nextCursor: string | null;
}
