import { Field } from '../../../../kernel/http/fields/fields.js';

export class AgentChannelResponse {
  @Field.string() provider: string;
  @Field.string({ nullable: true }) identityName: string | null;
  @Field.string() externalId: string;
  @Field.string() status: string;
  @Field.string({ nullable: true }) settingsUrl: string | null;
}

export class GrantSummaryEntryResponse {
  @Field.oneOf(['app', 'secret', 'llm']) kind: 'app' | 'secret' | 'llm';
  @Field.string({ optional: true, description: 'For secrets only.' }) id?: string;
  @Field.string({ optional: true, description: 'For secrets only.' }) name?: string;
  @Field.string({ optional: true, description: 'For apps only.' }) provider?: string;
  @Field.string({ optional: true, description: 'For apps only.' }) connectionId?: string;
  @Field.string({ optional: true, nullable: true, description: 'For apps only.' }) label?: string | null;
}

export class GrantsSummaryResponse {
  @Field.oneOf(['grants']) mode: 'grants';
  @Field.integer() total: number;
  @Field.list(GrantSummaryEntryResponse) entries: GrantSummaryEntryResponse[];
}

export class AgentListItemResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.string() identifier: string;
  @Field.string({ description: '`aoc_` and 64 hexadecimal characters' }) accessToken: string;
  @Field.boolean() isDefault: boolean;
  @Field.oneOf(['byo', 'hosted']) kind: 'byo' | 'hosted';
  @Field.string({ nullable: true }) imageUrl: string | null;
  @Field.list(AgentChannelResponse) channels: AgentChannelResponse[];
  @Field.dateTime({ nullable: true, description: 'Time of the newest gateway request in the last 30 days.' })
  lastSeenAt: string | null;
  @Field.boolean() workingInBackground: boolean;
  @Field.dateTime() createdAt: string;
  @Field.object(GrantsSummaryResponse, { optional: true, description: 'Only with `include=grants-summary`.' })
  grantsSummary?: GrantsSummaryResponse;
}

export class AgentDetailResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.string() identifier: string;
  @Field.boolean() isDefault: boolean;
  @Field.oneOf(['byo', 'hosted']) kind: 'byo' | 'hosted';
  @Field.string({ nullable: true }) harness: string | null;
  @Field.string({ nullable: true }) model: string | null;
  @Field.string({ nullable: true }) effort: string | null;
  @Field.string({ nullable: true }) instructions: string | null;
  @Field.string({ nullable: true }) imageUrl: string | null;
  @Field.list(AgentChannelResponse) channels: AgentChannelResponse[];
  @Field.dateTime({ nullable: true, description: 'Time of the newest gateway request in the last 7 days.' })
  recentRequestAt: string | null;
  @Field.boolean() workingInBackground: boolean;
  @Field.dateTime() createdAt: string;
}

export class CreatedAgentResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.string() identifier: string;
  @Field.oneOf(['byo', 'hosted']) kind: 'byo' | 'hosted';
  @Field.string({ nullable: true }) harness: string | null;
  @Field.string({ nullable: true }) model: string | null;
  @Field.string({ nullable: true }) instructions: string | null;
  @Field.dateTime() createdAt: string;
  @Field.list('string', { description: 'LLM secrets that the agent was granted at creation, oldest first.' })
  llmKeys: string[];
}

export class AgentTokenResponse {
  @Field.string({ description: '`aoc_` and 64 hexadecimal characters' }) accessToken: string;
}

export class AgentImageResponse {
  @Field.string({ description: 'Public URL; every upload has a new one.' }) imageUrl: string;
}
