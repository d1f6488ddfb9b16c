import { ANY_JSON } from '../../../../kernel/http/openapi/openapi-schemas.js';
import { BodyRules } from '../../../../kernel/http/fields/body-rules.js';
import type { SecretType } from '../../../../domain/decision/injection/request-edits/model.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { IDENTIFIER, IDENTIFIER_MESSAGE } from '../../../policy/agents/model/agent-identifier.js';
import {
  GENERIC_HAS_INJECTION,
  HOST_PATTERN_SCHEMA,
} from '../../../credentials/secrets/dto/secret-request.dto.js';
import { INJECTION_CONFIG_SCHEMA } from '../../../credentials/secrets/dto/injection-config.schema.js';

const TYPES = ['anthropic', 'openai', 'generic'] as const;
const NOT_STORED = 'Accepted but not stored.';
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
  description: 'Sent by older versions; reported as skipped.',
};

@BodyRules(GENERIC_HAS_INJECTION)
export class ImportedSecretRequest {
  @Field.string({ trim: true, minLength: 1, maxLength: MAX_NAME }) name: string;
  @Field.oneOf(TYPES) type: SecretType;
  @Field.string({ trim: true, minLength: 1, maxLength: MAX_VALUE }) value: string;
  @Field.string({ trim: true, schema: HOST_PATTERN_SCHEMA }) hostPattern: string;
  @Field.string({ optional: true, nullable: true, trim: true, maxLength: MAX_TEXT })
  pathPattern?: string | null;
  @Field.json({ optional: true, nullable: true, schema: INJECTION_CONFIG_SCHEMA }) injectionConfig?: unknown;
  @Field.json({
    optional: true,
    maxEntries: MAX_METADATA,
    schema: ANY_JSON,
    description: `${NOT_STORED} The server derives it from the value.`,
  })
  metadata?: unknown;
}

export class ImportedAgentRequest {
  @Field.string({ trim: true, minLength: 1, maxLength: MAX_NAME }) name: string;
  @Field.string({ pattern: IDENTIFIER, patternMessage: IDENTIFIER_MESSAGE }) identifier: string;
  @Field.boolean({ optional: true, nullable: true, description: NOT_STORED }) isDefault?: boolean | null;
  @Field.string({ optional: true, nullable: true, description: NOT_STORED }) secretMode?: string | null;
}

export class MigrateImportRequest {
  @Field.integer({ min: 1, max: 1 }) version: number;
  @Field.list(ImportedSecretRequest, { optional: true, maxItems: MAX_ITEMS })
  secrets?: ImportedSecretRequest[];
  @Field.list(ImportedAgentRequest, { optional: true, maxItems: MAX_ITEMS }) agents?: ImportedAgentRequest[];
  @Field.json(LEGACY) agentSecrets?: unknown;
  @Field.json(LEGACY) rules?: unknown;
}
