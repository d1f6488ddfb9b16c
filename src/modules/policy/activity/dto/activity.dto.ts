import {
  ArrayField,
  DateTimeField,
  EnumField,
  IntegerField,
  JsonField,
  StringField,
} from '../../../../kernel/http/fields.js';

const FILTERS = ['all', 'hide-llm', 'blocked'] as const;
export type ActivityFilter = (typeof FILTERS)[number];

export class ActivityQuery {
  @IntegerField({ optional: true, fromText: true, min: 1, max: 200, default: 50 }) limit?: number;
  @EnumField(FILTERS, { optional: true, description: '`all` when absent; `blocked`: status 400 and above.' })
  filter?: ActivityFilter;
  @StringField({ optional: true, schema: { minLength: 1 }, description: '`nextCursor` of the page before.' })
  cursor?: string;
}

export class ActivityRecordResponse {
  @StringField() id: string;
  @StringField() workspaceId: string;
  @StringField({ nullable: true, description: 'Null once the agent is deleted.' }) agentId: string | null;
  @StringField({ nullable: true }) agentName: string | null;
  @StringField({ description: '`WEBSOCKET` for upgrades.' }) method: string;
  @StringField({ description: "With the port unless it is the scheme's own." }) host: string;
  @StringField({ description: 'Without the query.' }) path: string;
  @StringField({ description: 'The app, else the hostname.' }) provider: string;
  @IntegerField({ description: 'What the agent was answered; 202 while held.' }) status: number;
  @IntegerField() latencyMs: number;
  @IntegerField() injectionCount: number;
  @StringField({ nullable: true }) matchedRuleLogicalId: string | null;
  @JsonField({ nullable: true, schema: { type: 'object', additionalProperties: true } })
  extraData: Record<string, unknown> | null;
  @StringField({ nullable: true, description: 'Name of who decided about the held request.' })
  approvedBy: string | null;
  @DateTimeField() createdAt: string;
}

export class ActivityResponse {
  @ArrayField(ActivityRecordResponse) logs: ActivityRecordResponse[];
  @StringField({ nullable: true, description: 'Null on the last page.' }) nextCursor: string | null;
}
