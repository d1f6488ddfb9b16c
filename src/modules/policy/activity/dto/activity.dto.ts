import { Field } from '../../../../kernel/http/fields/fields.js';

const FILTERS = ['all', 'hide-llm', 'blocked'] as const;
export type ActivityFilter = (typeof FILTERS)[number];

export class ActivityQuery {
  @Field.integer({ optional: true, fromText: true, min: 1, max: 200, default: 50 }) limit?: number;
  @Field.oneOf(FILTERS, {
    optional: true,
    description: '`all` when absent; `blocked`: status 400 and above.',
  })
  filter?: ActivityFilter;
  @Field.string({ optional: true, schema: { minLength: 1 }, description: '`nextCursor` of the page before.' })
  cursor?: string;
}

export class ActivityRecordResponse {
  @Field.string() id: string;
  @Field.string() workspaceId: string;
  @Field.string({ nullable: true, description: 'Null once the agent is deleted.' }) agentId: string | null;
  @Field.string({ nullable: true }) agentName: string | null;
  @Field.string({ description: '`WEBSOCKET` for upgrades.' }) method: string;
  @Field.string({ description: "With the port unless it is the scheme's own." }) host: string;
  @Field.string({ description: 'Without the query.' }) path: string;
  @Field.string({ description: 'The app, else the hostname.' }) provider: string;
  @Field.integer({ description: 'What the agent was answered; 202 while held.' }) status: number;
  @Field.integer() latencyMs: number;
  @Field.integer() injectionCount: number;
  @Field.string({ nullable: true }) matchedRuleLogicalId: string | null;
  @Field.json({ nullable: true, schema: { type: 'object', additionalProperties: true } })
  extraData: Record<string, unknown> | null;
  @Field.string({ nullable: true, description: 'Name of who decided about the held request.' })
  approvedBy: string | null;
  @Field.dateTime() createdAt: string;
}

export class ActivityResponse {
  @Field.list(ActivityRecordResponse) logs: ActivityRecordResponse[];
  @Field.string({ nullable: true, description: 'Null on the last page.' }) nextCursor: string | null;
}
