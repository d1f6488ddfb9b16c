import { MAX_HOST_PATTERN_LENGTH } from '../../../../domain/decision/injection/secret-values/host-pattern.js';
import {
  atLeastOneOf,
  type BodyRule,
  BodyRules,
  fieldIn,
} from '../../../../kernel/http/fields/body-rules.js';
import type { SecretType } from '../../../../domain/decision/injection/request-edits/model.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { VALUE_SOURCES } from '../../secret-sources/kinds.js';
import {
  NAMED_SOURCE,
  NEW_SOURCE,
  SOURCE_NEEDS,
  SOURCE_FIELD_NAMES,
  SourceFieldsHere,
  SourceFieldsOf,
} from '../../secret-sources/source-fields.js';
import { INJECTION_CONFIG_SCHEMA } from './injection-config.schema.js';

const TYPES = ['anthropic', 'openai', 'generic'] as const;
const MAX_NAME = 255;
const MAX_VALUE = 10_000;
const MAX_TEXT = 1000;
/** `domain/decision/injection/secret-values/host-pattern` words what is wrong with one. */
export const HOST_PATTERN_SCHEMA = {
  minLength: 1,
  maxLength: MAX_HOST_PATTERN_LENGTH,
  // No label of a host has more than 63 characters. Which letters beyond ASCII a name may have no pattern tells.
  pattern:
    '^(?![\\s\\S]*[^.]{64})\\s*(?:(?:\\*\\.)?(?:[A-Za-z0-9_.-]|[^\\s\\x00-\\x7f])+|\\[?[0-9A-Fa-f:.]+\\]?)\\s*$',
};

/** What `secret-draft` asks of a generic secret, in its own words. */
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

@BodyRules(...NEW_SOURCE, GENERIC_HAS_INJECTION)
abstract class NewSecret {
  @Field.string({ trim: true, minLength: 1, maxLength: MAX_NAME })
  name: string;

  @Field.oneOf(TYPES)
  type: SecretType;

  @Field.oneOf(VALUE_SOURCES, { optional: true, description: 'Default `inline`.' })
  valueSource?: string;

  @SourceFieldsHere('create')
  @Field.string({
    optional: true,
    trim: true,
    minLength: 1,
    maxLength: MAX_VALUE,
    description: 'Required for `inline`. Never returned.',
  })
  value?: string;

  @Field.string({
    trim: true,
    description: 'A host, or `*.` and a domain that is not a public suffix.',
    schema: HOST_PATTERN_SCHEMA,
  })
  hostPattern: string;

  @Field.string({
    optional: true,
    trim: true,
    maxLength: MAX_TEXT,
    description: 'If empty, covers every path.',
  })
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
    [
      ...['name', 'valueSource', 'value', ...SOURCE_FIELD_NAMES],
      ...['hostPattern', 'pathPattern', 'injectionConfig'],
    ],
    'No fields to update',
  ),
  ...NAMED_SOURCE,
)
abstract class SecretUpdate {
  @Field.string({ optional: true, trim: true, minLength: 1, maxLength: MAX_NAME })
  name?: string;

  @Field.oneOf(VALUE_SOURCES, {
    optional: true,
    description: SOURCE_NEEDS,
  })
  valueSource?: string;

  @SourceFieldsHere('update')
  @Field.string({ optional: true, trim: true, minLength: 1, maxLength: MAX_VALUE })
  value?: string;

  @Field.string({ optional: true, trim: true, schema: HOST_PATTERN_SCHEMA })
  hostPattern?: string;

  @Field.string({ optional: true, nullable: true, trim: true, maxLength: MAX_TEXT })
  pathPattern?: string | null;

  @Field.json({ optional: true, nullable: true, schema: INJECTION_CONFIG_SCHEMA })
  injectionConfig?: unknown;
}

@SourceFieldsOf('workspace', 'create')
export class CreateSecretRequest extends NewSecret {}

@SourceFieldsOf('workspace', 'update')
export class UpdateSecretRequest extends SecretUpdate {}

@SourceFieldsOf('organization', 'create')
export class CreateOrgSecretRequest extends NewSecret {
  @Field.oneOf(VALUE_SOURCES, { optional: true, ...INLINE_ONLY })
  declare valueSource?: string;
}

@SourceFieldsOf('organization', 'update')
export class UpdateOrgSecretRequest extends SecretUpdate {
  @Field.oneOf(VALUE_SOURCES, { optional: true, description: '`inline` requires `value`.', ...INLINE_ONLY })
  declare valueSource?: string;
}
