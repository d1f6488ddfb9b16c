import {
  ArrayField,
  BooleanField,
  EnumField,
  ObjectField,
  StringField,
} from '../../../../kernel/http/fields.js';

const PROVIDERS = ['anthropic', 'openai'] as const;
const SCOPES = ['workspace', 'organization', 'partner'] as const;

export class AgentModelResponse {
  @StringField() id: string;
  @StringField() label: string;
  @EnumField(['live', 'pinned']) source: 'live' | 'pinned';
}

export class AgentEffortResponse {
  @StringField() id: string;
  @StringField() label: string;
}

export class ModelDefaultsResponse {
  @StringField({ description: 'Empty when the agent has no LLM key.' }) model: string;
  @StringField({ nullable: true, description: 'Null: none is sent.' }) effort: string | null;
}

export class ModelSelectionResponse extends ModelDefaultsResponse {
  @BooleanField() overridden: boolean;
}

export class AgentModelsResponse {
  @EnumField(PROVIDERS, { nullable: true, description: 'Null when the agent has no LLM key.' })
  provider: (typeof PROVIDERS)[number] | null;

  @StringField({ nullable: true }) providerLabel: string | null;
  @EnumField(SCOPES, { nullable: true }) providerScope: (typeof SCOPES)[number] | null;
  @ArrayField(AgentModelResponse) models: AgentModelResponse[];
  @ArrayField(AgentEffortResponse) efforts: AgentEffortResponse[];
  @ObjectField(ModelDefaultsResponse) defaults: ModelDefaultsResponse;
  @ObjectField(ModelSelectionResponse) selected: ModelSelectionResponse;
  @BooleanField({ description: 'True unless the list is live and fresh.' }) degraded: boolean;
}
