import { ANY_JSON } from '../../../../kernel/http/openapi-schemas.js';
import { BodyRules } from '../../../../kernel/http/body-rules.js';
import type { SecretType } from '../../../../domain/injection/model.js';
import {
  ArrayField,
  BooleanField,
  EnumField,
  IntegerField,
  JsonField,
  StringField,
} from '../../../../kernel/http/fields.js';
import { IDENTIFIER, IDENTIFIER_MESSAGE } from '../../../policy/agents/agent-identifier.js';
import {
  GENERIC_HAS_INJECTION,
  HOST_PATTERN_SCHEMA,
} from '../../../credentials/secrets/dto/secret-request.dto.js';
import { INJECTION_CONFIG_SCHEMA } from '../../../credentials/secrets/dto/injection-config.schema.js';

const TYPES = ['anthropic', 'openai', 'generic'] as const;
const NOT_STORED = 'Accepted and not stored.';
const MAX_NAME = 255;
const MAX_VALUE = 10_000;
const MAX_TEXT = 1_000;
/** One transaction creates them all; an export sends no more at a time. */
export const MAX_ITEMS = 1_000;
const MAX_METADATA = 100;
/** Each leaves a line in the report and nothing else. */
const MAX_LEGACY = 10_000;
const LEGACY = {
  optional: true,
  maxEntries: MAX_LEGACY,
  schema: ANY_JSON,
  description: 'Of earlier versions; reported as skipped.',
};

@BodyRules(GENERIC_HAS_INJECTION)
export class ImportedSecretRequest {
  @StringField({ trim: true, minLength: 1, maxLength: MAX_NAME }) name: string;
  @EnumField(TYPES) type: SecretType;
  @StringField({ trim: true, minLength: 1, maxLength: MAX_VALUE }) value: string;
  @StringField({ trim: true, schema: HOST_PATTERN_SCHEMA }) hostPattern: string;
  @StringField({ optional: true, nullable: true, trim: true, maxLength: MAX_TEXT })
  pathPattern?: string | null;
  @JsonField({ optional: true, nullable: true, schema: INJECTION_CONFIG_SCHEMA }) injectionConfig?: unknown;
  @JsonField({
    optional: true,
    maxEntries: MAX_METADATA,
    schema: ANY_JSON,
    description: `${NOT_STORED} It is built from the value.`,
  })
  metadata?: unknown;
}

export class ImportedAgentRequest {
  @StringField({ trim: true, minLength: 1, maxLength: MAX_NAME }) name: string;
  @StringField({ pattern: IDENTIFIER, patternMessage: IDENTIFIER_MESSAGE }) identifier: string;
  @BooleanField({ optional: true, nullable: true, description: NOT_STORED }) isDefault?: boolean | null;
  @StringField({ optional: true, nullable: true, description: NOT_STORED }) secretMode?: string | null;
}

export class MigrateImportRequest {
  @IntegerField({ min: 1, max: 1 }) version: number;
  @ArrayField(ImportedSecretRequest, { optional: true, maxItems: MAX_ITEMS })
  secrets?: ImportedSecretRequest[];
  @ArrayField(ImportedAgentRequest, { optional: true, maxItems: MAX_ITEMS }) agents?: ImportedAgentRequest[];
  @JsonField(LEGACY) agentSecrets?: unknown;
  @JsonField(LEGACY) rules?: unknown;
}
