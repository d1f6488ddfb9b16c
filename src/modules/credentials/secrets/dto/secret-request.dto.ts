import { MAX_HOST_PATTERN_LENGTH } from '../../../../domain/decision/injection/host-pattern.js';
import {
  atLeastOneOf,
  type BodyRule,
  BodyRules,
  fieldIn,
  requiredUnless,
} from '../../../../kernel/http/body-rules.js';
import type { SecretType, ValueSource } from '../../../../domain/decision/injection/model.js';
import { Field } from '../../../../kernel/http/fields.js';
import { INJECTION_CONFIG_SCHEMA } from './injection-config.schema.js';

const TYPES = ['anthropic', 'openai', 'generic'] as const;
const SOURCES = ['inline', 'onepassword'] as const;
const OP_REF = /^op:\/\/[^/\s][^/]*(\/[^/]+){2,}$/;
/** The same without U+0000, which the validator refuses in every text. */
const OP_REF_SCHEMA = { pattern: '^op://[^/\\s\\x00][^/\\x00]*(/[^/\\x00]+){2,}$' };
const OP_REF_MESSAGE = 'opRef must look like op://vault/item/field';
const MAX_NAME = 255;
const MAX_VALUE = 10_000;
const MAX_TEXT = 1000;
/** `domain/decision/injection/host-pattern` words what is wrong with one. */
export const HOST_PATTERN_SCHEMA = {
  minLength: 1,
  maxLength: MAX_HOST_PATTERN_LENGTH,
  // No label of a host has more than 63 characters. Which letters beyond ASCII a name may have no pattern tells.
  pattern:
    '^(?![\\s\\S]*[^.]{64})\\s*(?:(?:\\*\\.)?(?:[A-Za-z0-9_.-]|[^\\s\\x00-\\x7f])+|\\[?[0-9A-Fa-f:.]+\\]?)\\s*$',
};

/** What `secret-draft` asks of a source and of a generic secret, in its own words. */
const NAMED_SOURCE = [
  requiredUnless({ not: fieldIn('valueSource', ['inline']) }, 'value'),
  requiredUnless({ not: fieldIn('valueSource', ['onepassword']) }, 'opRef'),
];
/** Without a source a new secret is inline. */
const NEW_SOURCE = [
  requiredUnless(fieldIn('valueSource', ['onepassword']), 'value'),
  requiredUnless(fieldIn('valueSource', ['inline'], 'absent'), 'opRef'),
];
export const GENERIC_HAS_INJECTION: BodyRule = {
  schema: {
    anyOf: [
      fieldIn('type', ['anthropic', 'openai']),
      { required: ['injectionConfig'], properties: { injectionConfig: { type: 'object' } } },
    ],
  },
};
/** The values of 1Password belong to a workspace (02 §4). */
const INLINE_ONLY = { schema: { enum: ['inline'] } };

export class OnePasswordDisplayRequest {
  @Field.string({ maxLength: MAX_TEXT }) vault: string;
  @Field.string({ maxLength: MAX_TEXT }) item: string;
  @Field.string({ maxLength: MAX_TEXT }) field: string;
}

@BodyRules(...NEW_SOURCE, GENERIC_HAS_INJECTION)
export class CreateSecretRequest {
  @Field.string({ trim: true, minLength: 1, maxLength: MAX_NAME })
  name: string;

  @Field.oneOf(TYPES)
  type: SecretType;

  @Field.oneOf(SOURCES, { optional: true, description: 'Default `inline`.' })
  valueSource?: ValueSource;

  @Field.string({
    optional: true,
    trim: true,
    minLength: 1,
    maxLength: MAX_VALUE,
    description: 'Required for `inline`. Never returned.',
  })
  value?: string;

  @Field.string({
    optional: true,
    trim: true,
    maxLength: MAX_TEXT,
    pattern: OP_REF,
    patternMessage: OP_REF_MESSAGE,
    schema: OP_REF_SCHEMA,
    description: 'Required for `onepassword`: `op://vault/item/field`.',
  })
  opRef?: string;

  @Field.object(OnePasswordDisplayRequest, { optional: true, description: 'For display only.' })
  opDisplay?: OnePasswordDisplayRequest;

  @Field.string({
    trim: true,
    description: 'A host, or `*.` and a domain that is no public suffix.',
    schema: HOST_PATTERN_SCHEMA,
  })
  hostPattern: string;

  @Field.string({ optional: true, trim: true, maxLength: MAX_TEXT, description: 'Blank covers every path.' })
  pathPattern?: string;

  @Field.json({
    optional: true,
    nullable: true,
    schema: INJECTION_CONFIG_SCHEMA,
    description: 'Required for `generic`, ignored for the other types.',
  })
  injectionConfig?: unknown;
}

@BodyRules(
  atLeastOneOf(
    ['name', 'valueSource', 'value', 'opRef', 'opDisplay', 'hostPattern', 'pathPattern', 'injectionConfig'],
    'No fields to update',
  ),
  ...NAMED_SOURCE,
)
export class UpdateSecretRequest {
  @Field.string({ optional: true, trim: true, minLength: 1, maxLength: MAX_NAME })
  name?: string;

  @Field.oneOf(SOURCES, {
    optional: true,
    description: '`inline` needs `value`, `onepassword` needs `opRef`.',
  })
  valueSource?: ValueSource;

  @Field.string({ optional: true, trim: true, minLength: 1, maxLength: MAX_VALUE })
  value?: string;

  @Field.string({
    optional: true,
    trim: true,
    maxLength: MAX_TEXT,
    pattern: OP_REF,
    patternMessage: OP_REF_MESSAGE,
    schema: OP_REF_SCHEMA,
  })
  opRef?: string;

  @Field.object(OnePasswordDisplayRequest, { optional: true })
  opDisplay?: OnePasswordDisplayRequest;

  @Field.string({ optional: true, trim: true, schema: HOST_PATTERN_SCHEMA })
  hostPattern?: string;

  @Field.string({ optional: true, nullable: true, trim: true, maxLength: MAX_TEXT })
  pathPattern?: string | null;

  @Field.json({ optional: true, nullable: true, schema: INJECTION_CONFIG_SCHEMA })
  injectionConfig?: unknown;
}

export class CreateOrgSecretRequest extends CreateSecretRequest {
  @Field.oneOf(SOURCES, { optional: true, ...INLINE_ONLY })
  declare valueSource?: ValueSource;
}

export class UpdateOrgSecretRequest extends UpdateSecretRequest {
  @Field.oneOf(SOURCES, { optional: true, description: '`inline` needs `value`.', ...INLINE_ONLY })
  declare valueSource?: ValueSource;
}
