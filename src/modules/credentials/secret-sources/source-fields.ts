/** The branches of the kinds in the bodies and answers of secrets: fields, and what the document says of them. */
import { type BodyRule, fieldIn, requiredUnless } from '../../../kernel/http/fields/body-rules.js';
import { Field } from '../../../kernel/http/fields/fields.js';
import type { ScopeLevel } from '../../../kernel/database/scope.js';
import { isUsableAt, SOURCE_KINDS, VALUE_SOURCES } from './kinds.js';
import { INLINE, type SecretSourceKind } from './secret-source.js';

const REFERRING = SOURCE_KINDS.map(({ kind }) => kind);
/** Known to bodies of every level, if only to be refused in words of their own. */
const KNOWN_EVERYWHERE = SOURCE_KINDS.filter(({ elsewhere }) => elsewhere !== undefined);

/** After the field it stands at: the fields of kinds that every level knows. */
export function SourceFieldsHere(use: keyof SecretSourceKind['fields']): PropertyDecorator {
  const kinds = use === 'answer' ? SOURCE_KINDS : KNOWN_EVERYWHERE;
  return (target) => declare(target, kinds, use);
}

/** The fields of kinds that only some levels know, this one among them. */
export function SourceFieldsOf(level: ScopeLevel, use: 'create' | 'update'): ClassDecorator {
  const kinds = SOURCE_KINDS.filter((each) => !KNOWN_EVERYWHERE.includes(each) && isUsableAt(each, level));
  return ({ prototype }) => declare(prototype as object, kinds, use);
}

/** For bodies of a level that has no use for any reference: `secret-draft` words the refusal, in whatever form one is named. */
export function ReferencesRefused(): ClassDecorator {
  const refused = Field.json({ optional: true, schema: { not: {} }, description: 'Not allowed here.' });
  return ({ prototype }) => {
    for (const { referenceField } of KNOWN_EVERYWHERE) refused(prototype as object, referenceField);
  };
}

/** Every field of the kinds, as an update may name it. */
export const SOURCE_FIELD_NAMES = SOURCE_KINDS.flatMap(({ fields }) => Object.keys(fields.update));

/** The same as `NAMED_SOURCE`, in words. */
export const SOURCE_NEEDS = `${[{ kind: INLINE, referenceField: 'value' }, ...SOURCE_KINDS]
  .map(({ kind, referenceField }) => `\`${kind}\` needs \`${referenceField}\``)
  .join(', ')}.`;

/** A source that is named needs its own field. */
export const NAMED_SOURCE: readonly BodyRule[] = [
  requiredUnless({ not: fieldIn('valueSource', [INLINE]) }, 'value'),
  ...SOURCE_KINDS.map(({ kind, referenceField }) =>
    requiredUnless({ not: fieldIn('valueSource', [kind]) }, referenceField),
  ),
];

/** The same where one that is not named is `inline`. */
export const NEW_SOURCE: readonly BodyRule[] = [
  requiredUnless(fieldIn('valueSource', REFERRING), 'value'),
  ...SOURCE_KINDS.map(({ kind, referenceField }) => {
    const others = VALUE_SOURCES.filter((each) => each !== kind);
    return requiredUnless(fieldIn('valueSource', others, 'absent'), referenceField);
  }),
];

function declare(
  target: object,
  kinds: readonly SecretSourceKind[],
  use: keyof SecretSourceKind['fields'],
): void {
  for (const { fields } of kinds)
    for (const [name, decorate] of Object.entries(fields[use])) decorate(target, name);
}
