import type {
  InjectionConfig,
  SecretMetadata,
  SecretType,
  ValueSource,
} from '../../../../domain/injection/model.js';
import {
  ArrayField,
  DateTimeField,
  EnumField,
  JsonField,
  StringField,
} from '../../../../kernel/http/fields.js';
import type { ScopeLevel } from '../../../../kernel/database/scope.js';
import { INJECTION_CONFIG_SCHEMA } from './injection-config.schema.js';

const TYPES = ['anthropic', 'openai', 'generic'] as const;
const SOURCES = ['inline', 'onepassword'] as const;

export class SecretListItemResponse {
  @StringField() id: string;
  @StringField() name: string;
  @EnumField(TYPES) type: SecretType;
  @StringField() typeLabel: string;
  @EnumField(SOURCES) valueSource: ValueSource;
  @StringField({ nullable: true }) opRef: string | null;
  @StringField() hostPattern: string;
  @StringField({ nullable: true }) pathPattern: string | null;
  @JsonField({ nullable: true, schema: INJECTION_CONFIG_SCHEMA }) injectionConfig: InjectionConfig | null;
  @JsonField({ nullable: true, description: 'Built by the server from the value.' })
  metadata: SecretMetadata | null;
  @EnumField(['workspace', 'organization', 'partner']) scope: ScopeLevel;
  @DateTimeField() createdAt: string;
}

export class CreatedSecretResponse {
  @StringField() id: string;
  @StringField() name: string;
  @EnumField(TYPES) type: SecretType;
  @EnumField(SOURCES) valueSource: ValueSource;
  @StringField({ nullable: true }) opRef: string | null;
  @StringField() hostPattern: string;
  @StringField({ nullable: true }) pathPattern: string | null;
  @DateTimeField() createdAt: string;
  @ArrayField('string', { description: 'Agents that had no LLM key and were given this one.' })
  attachedAgents: string[];
  @StringField({ optional: true, description: 'The masked value; inline secrets only, shown once.' })
  preview?: string;
}
