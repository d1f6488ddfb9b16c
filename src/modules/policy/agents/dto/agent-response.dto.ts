import {
  ArrayField,
  BooleanField,
  DateTimeField,
  EnumField,
  IntegerField,
  ObjectField,
  StringField,
} from '../../../../kernel/http/fields.js';

export class AgentChannelResponse {
  @StringField() provider: string;
  @StringField({ nullable: true }) identityName: string | null;
  @StringField() externalId: string;
  @StringField() status: string;
  @StringField({ nullable: true }) settingsUrl: string | null;
}

export class GrantSummaryEntryResponse {
  @EnumField(['app', 'secret', 'llm']) kind: 'app' | 'secret' | 'llm';
  @StringField({ optional: true, description: 'Secrets only.' }) id?: string;
  @StringField({ optional: true, description: 'Secrets only.' }) name?: string;
  @StringField({ optional: true, description: 'Apps only.' }) provider?: string;
  @StringField({ optional: true, description: 'Apps only.' }) connectionId?: string;
  @StringField({ optional: true, nullable: true, description: 'Apps only.' }) label?: string | null;
}

export class GrantsSummaryResponse {
  @EnumField(['grants']) mode: 'grants';
  @IntegerField() total: number;
  @ArrayField(GrantSummaryEntryResponse) entries: GrantSummaryEntryResponse[];
}

export class AgentListItemResponse {
  @StringField() id: string;
  @StringField() name: string;
  @StringField() identifier: string;
  @StringField({ description: '`aoc_` and 64 hex characters' }) accessToken: string;
  @BooleanField() isDefault: boolean;
  @EnumField(['byo', 'hosted']) kind: 'byo' | 'hosted';
  @StringField({ nullable: true }) imageUrl: string | null;
  @ArrayField(AgentChannelResponse) channels: AgentChannelResponse[];
  @DateTimeField({ nullable: true, description: 'Newest gateway request of the last 30 days.' })
  lastSeenAt: string | null;
  @BooleanField() workingInBackground: boolean;
  @DateTimeField() createdAt: string;
  @ObjectField(GrantsSummaryResponse, { optional: true, description: 'Only with `include=grants-summary`.' })
  grantsSummary?: GrantsSummaryResponse;
}

export class AgentDetailResponse {
  @StringField() id: string;
  @StringField() name: string;
  @StringField() identifier: string;
  @BooleanField() isDefault: boolean;
  @EnumField(['byo', 'hosted']) kind: 'byo' | 'hosted';
  @StringField({ nullable: true }) harness: string | null;
  @StringField({ nullable: true }) model: string | null;
  @StringField({ nullable: true }) effort: string | null;
  @StringField({ nullable: true }) instructions: string | null;
  @StringField({ nullable: true }) imageUrl: string | null;
  @ArrayField(AgentChannelResponse) channels: AgentChannelResponse[];
  @DateTimeField({ nullable: true, description: 'Newest gateway request of the last 7 days.' })
  recentRequestAt: string | null;
  @BooleanField() workingInBackground: boolean;
  @DateTimeField() createdAt: string;
}

export class CreatedAgentResponse {
  @StringField() id: string;
  @StringField() name: string;
  @StringField() identifier: string;
  @EnumField(['byo', 'hosted']) kind: 'byo' | 'hosted';
  @StringField({ nullable: true }) harness: string | null;
  @StringField({ nullable: true }) model: string | null;
  @StringField({ nullable: true }) instructions: string | null;
  @DateTimeField() createdAt: string;
  @ArrayField('string', { description: 'LLM secrets granted at creation, oldest first.' }) llmKeys: string[];
}

export class AgentTokenResponse {
  @StringField({ description: '`aoc_` and 64 hex characters' }) accessToken: string;
}

export class AgentImageResponse {
  @StringField({ description: 'Public; a new one with every upload.' }) imageUrl: string;
}
