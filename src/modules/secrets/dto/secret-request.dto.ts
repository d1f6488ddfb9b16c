import type { SecretType, ValueSource } from '../../../domain/injection/model.js';
import { EnumField, JsonField, ObjectField, StringField } from '../../../kernel/http/fields.js';
import { INJECTION_CONFIG_SCHEMA } from './injection-config.schema.js';

const TYPES = ['anthropic', 'openai', 'generic'] as const;
const SOURCES = ['inline', 'onepassword'] as const;
const OP_REF = /^op:\/\/[^/\s][^/]*(\/[^/]+){2,}$/;
const OP_REF_MESSAGE = 'opRef must look like op://vault/item/field';
const MAX_NAME = 255;
const MAX_VALUE = 10_000;
const MAX_TEXT = 1000;

export class OnePasswordDisplayRequest {
  @StringField({ maxLength: MAX_TEXT }) vault: string;
  @StringField({ maxLength: MAX_TEXT }) item: string;
  @StringField({ maxLength: MAX_TEXT }) field: string;
}

export class CreateSecretRequest {
  @StringField({ trim: true, minLength: 1, maxLength: MAX_NAME })
  name: string;

  @EnumField(TYPES)
  type: SecretType;

  @EnumField(SOURCES, { optional: true, description: 'Default `inline`.' })
  valueSource?: ValueSource;

  @StringField({
    optional: true,
    trim: true,
    minLength: 1,
    maxLength: MAX_VALUE,
    description: 'Required for `inline`. Never returned.',
  })
  value?: string;

  @StringField({
    optional: true,
    trim: true,
    maxLength: MAX_TEXT,
    pattern: OP_REF,
    patternMessage: OP_REF_MESSAGE,
    description: 'Required for `onepassword`: `op://vault/item/field`.',
  })
  opRef?: string;

  @ObjectField(OnePasswordDisplayRequest, { optional: true, description: 'For display only.' })
  opDisplay?: OnePasswordDisplayRequest;

  @StringField({ trim: true, description: 'A host, or `*.` and a domain that is no public suffix.' })
  hostPattern: string;

  @StringField({ optional: true, trim: true, maxLength: MAX_TEXT, description: 'Blank covers every path.' })
  pathPattern?: string;

  @JsonField({
    optional: true,
    nullable: true,
    schema: INJECTION_CONFIG_SCHEMA,
    description: 'Required for `generic`, ignored for the other types.',
  })
  injectionConfig?: unknown;
}

export class UpdateSecretRequest {
  @StringField({ optional: true, trim: true, minLength: 1, maxLength: MAX_NAME })
  name?: string;

  @EnumField(SOURCES, { optional: true, description: '`inline` needs `value`, `onepassword` needs `opRef`.' })
  valueSource?: ValueSource;

  @StringField({ optional: true, trim: true, minLength: 1, maxLength: MAX_VALUE })
  value?: string;

  @StringField({
    optional: true,
    trim: true,
    maxLength: MAX_TEXT,
    pattern: OP_REF,
    patternMessage: OP_REF_MESSAGE,
  })
  opRef?: string;

  @ObjectField(OnePasswordDisplayRequest, { optional: true })
  opDisplay?: OnePasswordDisplayRequest;

  @StringField({ optional: true, trim: true })
  hostPattern?: string;

  @StringField({ optional: true, nullable: true, trim: true, maxLength: MAX_TEXT })
  pathPattern?: string | null;

  @JsonField({ optional: true, nullable: true, schema: INJECTION_CONFIG_SCHEMA })
  injectionConfig?: unknown;
}
