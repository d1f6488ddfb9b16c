import { takeSchemaName } from './schema-names.js';
import { isStrict } from './strict.decorator.js';

interface DescribedField {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly optional: boolean;
}

const described = new WeakMap<object, Map<string, DescribedField>>();

/** Every decorator of `fields` declares the schema of its field with it. */
export function DescribedAs(field: DescribedField): PropertyDecorator {
  return (prototype, name) => {
    takeSchemaName(prototype);
    const fields = described.get(prototype) ?? new Map<string, DescribedField>();
    described.set(prototype, fields.set(String(name), field));
  };
}

/**
 * A DTO of plain fields as JSON Schema, for who never reads the document of this API: models that are told of a tool.
 * Without patterns, which programs that answer for models read as expressions of their own; descriptions say the form.
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
