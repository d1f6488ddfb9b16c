import {
  ArrayField,
  BooleanField,
  EnumField,
  ObjectField,
  StringField,
} from '../../../kernel/http/fields.js';

const PROVIDERS = ['anthropic', 'openai'] as const;
const SCOPES = ['workspace', 'organization', 'partner'] as const;

export class AgentModelDto {
  @StringField() id: string;
  @StringField() label: string;
  @EnumField(['live', 'pinned']) source: 'live' | 'pinned';
}

export class AgentEffortDto {
  @StringField() id: string;
  @StringField() label: string;
}

export class ModelDefaultsDto {
  @StringField({ description: 'Empty when the agent has no LLM key.' }) model: string;
  @StringField({ nullable: true, description: 'Null: none is sent.' }) effort: string | null;
}

export class ModelSelectionDto extends ModelDefaultsDto {
  @BooleanField() overridden: boolean;
}

export class AgentModelsDto {
  @EnumField(PROVIDERS, { nullable: true, description: 'Null when the agent has no LLM key.' })
  provider: (typeof PROVIDERS)[number] | null;

  @StringField({ nullable: true }) providerLabel: string | null;
  @EnumField(SCOPES, { nullable: true }) providerScope: (typeof SCOPES)[number] | null;
  @ArrayField(AgentModelDto) models: AgentModelDto[];
  @ArrayField(AgentEffortDto) efforts: AgentEffortDto[];
  @ObjectField(ModelDefaultsDto) defaults: ModelDefaultsDto;
  @ObjectField(ModelSelectionDto) selected: ModelSelectionDto;
  @BooleanField({ description: 'True unless the list is live and fresh.' }) degraded: boolean;
}
