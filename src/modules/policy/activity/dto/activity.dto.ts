import { Field } from '../../../../kernel/http/fields/fields.js';

const FILTERS = ['all', 'hide-llm', 'blocked'] as const;
export type ActivityFilter = (typeof FILTERS)[number];

export class ActivityQuery {
  @Field.integer({ optional: true, fromText: true, min: 1, max: 200, default: 50 }) limit?: number;
  @Field.oneOf(FILTERS, {
    optional: true,
    description: 'Default `all`. `blocked` selects status 400 and above.',
  })
  filter?: ActivityFilter;
  @Field.string({
    optional: true,
    schema: { minLength: 1 },
    description: '`nextCursor` of the previous page.',
  })
  cursor?: string;
}

export class ActivityRecordResponse {
  @Field.string() id: string;
  @Field.string() workspaceId: string;
  @Field.string({ nullable: true, description: 'Null after the agent is deleted.' }) agentId: string | null;
  @Field.string({ nullable: true }) agentName: string | null;
  @Field.string({ description: '`WEBSOCKET` for upgrades.' }) method: string;
  @Field.string({ description: 'Includes the port, unless it is the default of the scheme.' }) host: string;
  @Field.string({ description: 'Without the query string.' }) path: string;
  @Field.string({ description: 'The app, otherwise the hostname.' }) provider: string;
  @Field.integer({ description: 'The status that the agent received; 202 while the request is held.' })
  status: number;
  @Field.integer() latencyMs: number;
  @Field.integer() injectionCount: number;
  @Field.string({ nullable: true }) matchedRuleLogicalId: string | null;
  @Field.json({ nullable: true, schema: { type: 'object', additionalProperties: true } })
  extraData: Record<string, unknown> | null;
  @Field.string({ nullable: true, description: 'Name of the person who decided about the held request.' })
  approvedBy: string | null;
  @Field.dateTime() createdAt: string;
}

export class ActivityResponse {
  @Field.list(ActivityRecordResponse) logs: ActivityRecordResponse[];
  @Field.string({ nullable: true, description: 'Null on the last page.' }) nextCursor: string | null;
}
