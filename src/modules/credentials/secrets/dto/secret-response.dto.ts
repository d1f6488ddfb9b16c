import type {
  InjectionConfig,
  SecretMetadata,
  SecretType,
} from '../../../../domain/decision/injection/request-edits/model.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import type { ScopeLevel } from '../../../../kernel/database/scope.js';
import { VALUE_SOURCES } from '../../secret-sources/kinds.js';
import { SourceFieldsHere } from '../../secret-sources/source-fields.js';
import { INJECTION_CONFIG_SCHEMA } from './injection-config.schema.js';

const TYPES = ['anthropic', 'openai', 'generic'] as const;

export class SecretListItemResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.oneOf(TYPES) type: SecretType;
  @Field.string() typeLabel: string;
  @SourceFieldsHere('answer') @Field.oneOf(VALUE_SOURCES) valueSource: string;
  @Field.string() hostPattern: string;
  @Field.string({ nullable: true }) pathPattern: string | null;
  @Field.json({ nullable: true, schema: INJECTION_CONFIG_SCHEMA }) injectionConfig: InjectionConfig | null;
  @Field.json({ nullable: true, description: 'Derived by the server from the value.' })
  metadata: SecretMetadata | null;
  @Field.oneOf(['workspace', 'organization', 'partner']) scope: ScopeLevel;
  @Field.dateTime() createdAt: string;
}

export class StoredSecretResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.oneOf(TYPES) type: SecretType;
  @SourceFieldsHere('answer') @Field.oneOf(VALUE_SOURCES) valueSource: string;
  @Field.string() hostPattern: string;
  @Field.string({ nullable: true }) pathPattern: string | null;
  @Field.dateTime() createdAt: string;
  @Field.string({ optional: true, description: 'The masked value, for inline secrets; returned only once.' })
  preview?: string;
}

export class CreatedSecretResponse extends StoredSecretResponse {
  @Field.list('string', { description: 'Agents that had no LLM key and received this one.' })
  attachedAgents: string[];
}
