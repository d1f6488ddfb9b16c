import { Field } from '../../../../kernel/http/fields/fields.js';

const PROVIDERS = ['anthropic', 'openai'] as const;
const SCOPES = ['workspace', 'organization', 'partner'] as const;

export class AgentModelResponse {
  @Field.string() id: string;
  @Field.string() label: string;
  @Field.oneOf(['live', 'pinned']) source: 'live' | 'pinned';
}

export class AgentEffortResponse {
  @Field.string() id: string;
  @Field.string() label: string;
}

export class ModelDefaultsResponse {
  @Field.string({ description: 'Empty if the agent has no LLM key.' }) model: string;
  @Field.string({ nullable: true, description: 'Null: no effort is sent.' }) effort: string | null;
}

export class ModelSelectionResponse extends ModelDefaultsResponse {
  @Field.boolean() overridden: boolean;
}

export class AgentModelsResponse {
  @Field.oneOf(PROVIDERS, { nullable: true, description: 'Null if the agent has no LLM key.' })
  provider: (typeof PROVIDERS)[number] | null;

  @Field.string({ nullable: true }) providerLabel: string | null;
  @Field.oneOf(SCOPES, { nullable: true }) providerScope: (typeof SCOPES)[number] | null;
  @Field.list(AgentModelResponse) models: AgentModelResponse[];
  @Field.list(AgentEffortResponse) efforts: AgentEffortResponse[];
  @Field.object(ModelDefaultsResponse) defaults: ModelDefaultsResponse;
  @Field.object(ModelSelectionResponse) selected: ModelSelectionResponse;
  @Field.boolean({ description: 'True unless the list was just read from the provider.' }) degraded: boolean;
}
