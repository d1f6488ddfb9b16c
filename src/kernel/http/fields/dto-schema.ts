import { takeSchemaName } from './schema-names.js';
import { isStrict } from './body-rules.js';

interface DescribedField {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly optional: boolean;
}

const described = new WeakMap<object, Map<string, DescribedField>>();

/** Used by every decorator of `fields` to declare the schema of its field. */
export function DescribedAs(field: DescribedField): PropertyDecorator {
  return (prototype, name) => {
    takeSchemaName(prototype);
    const fields = described.get(prototype) ?? new Map<string, DescribedField>();
    described.set(prototype, fields.set(String(name), field));
  };
}

/**
 * A DTO of plain fields as JSON Schema, for models that get a tool described and never read the API document. Patterns
 * are left out, because servers of models may read them in another regular expression syntax; descriptions give the form.
 */
export function jsonSchemaOf(type: new () => object): Record<string, unknown> {
  const fields = [...(described.get(type.prototype as object) ?? [])];
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, withoutPattern(name, schema)])),
    required: fields.filter(([, { optional }]) => !optional).map(([name]) => name),
    ...(isStrict(type) && { additionalProperties: false }),
  };
}

function withoutPattern(name: string, schema: DescribedField['schema']): Record<string, unknown> {
  const { pattern: _pattern, ...plain } = schema;
  if (typeof plain.type === 'function')
    throw new Error(`${name} is an object of its own, which has no schema here`);
  return plain;
}
