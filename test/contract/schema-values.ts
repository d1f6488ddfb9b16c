/** Values for the fields of a schema: good ones, and those just beyond each limit. A validator tells which is which. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type Schema = Record<string, any>;

/** Texts that fields with a pattern or a format of their own take. */
const TEXTS = [
  'Some text',
  'some-text',
  'api.example.test',
  'person@example.test',
  'op://vault/item/field',
  'https://api.example.test/v1/items',
  '/v1/{value}',
  'X-Key',
  'GET',
  'ops_bm90IGEgdG9rZW4',
  '2026-01-02T03:04:05.678Z',
  '00000000-0000-4000-8000-000000000000',
];
const ODD_TEXTS = ['', ' ', 'a\u0000b'];
const OF_OTHER_TYPES = [7, null, {}];
const MUCH = 300_000;

/** Judges by the document, whose references it resolves. */
export class Document {
  private readonly ajv = new Ajv2020({ strict: false, allowUnionTypes: true });
  private readonly judges = new Map<Schema, ValidateFunction>();

  constructor(private readonly root: Schema) {
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addSchema({ $id: 'document', components: root.components }, 'document');
  }

  allows(schema: Schema, value: unknown): boolean {
    let judge = this.judges.get(schema);
    if (!judge) this.judges.set(schema, (judge = this.ajv.compile(withIds(schema) as Schema)));
    return judge(value) === true;
  }

  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1) as string | undefined;
    return name === undefined ? schema : this.root.components.schemas[name];
  }

  /** Values at and beyond the limits of a field, allowed or not. */
  valuesOf(field: Schema, depth = 0): unknown[] {
    const schema = this.resolve(field);
    const variants = (schema.anyOf ?? schema.oneOf ?? []) as Schema[];
    const own = [...(schema.type ? [schema.type].flat() : [])].flatMap((type: string) =>
      this.ofType(type, schema, depth),
    );
    const wrapped = (schema.allOf ?? []).filter((part: Schema) => part.$ref) as Schema[];
    return [
      ...own,
      ...[...variants, ...wrapped].flatMap((variant) => this.valuesOf(variant, depth)),
      ...(depth > 1 ? [] : OF_OTHER_TYPES),
      ...(schema.example === undefined ? [] : [schema.example]),
    ];
  }

  private ofType(type: string, schema: Schema, depth: number): unknown[] {
    switch (type) {
      case 'string':
        return schema.enum ? [schema.enum[0], 'nope'] : this.textsOf(schema);
      case 'integer':
        return [
          schema.minimum ?? 0,
          schema.maximum ?? 10,
          (schema.minimum ?? 0) - 1,
          (schema.maximum ?? 10) + 1,
          1.5,
        ];
      case 'boolean':
        return [true, false, 'true'];
      case 'array':
        return this.listsOf(schema, depth);
      case 'object':
        return depth > 2 ? [{}] : [{}, ...this.objectsOf(schema, depth + 1)];
      default:
        return [];
    }
  }

  private textsOf(schema: Schema): string[] {
    const good = TEXTS.filter((text) => this.allows(schema, text)).slice(0, 1);
    const edges = textsAt(schema);
    return [...good, ...ODD_TEXTS, ...edges, TEXTS.find((text) => !this.allows(schema, text)) ?? ''];
  }

  private listsOf(schema: Schema, depth: number): unknown[] {
    const entries = this.valuesOf(schema.items ?? {}, depth + 1);
    const good = entries.find((entry) => this.allows(schema.items ?? {}, entry));
    const longest = schema.maxItems ?? 3;
    const long =
      good === undefined ? [] : [longest, longest + 1].map((length) => Array<unknown>(length).fill(good));
    return [[], ...long, ...entries.map((entry) => [entry])];
  }

  /** A whole object, and it again with each field at its limits, missing or unknown. */
  objectsOf(schema: Schema, depth = 0): Record<string, unknown>[] {
    const fields = Object.entries<Schema>(schema.properties ?? {});
    const values = new Map(fields.map(([name, field]) => [name, this.valuesOf(field, depth)]));
    const full = Object.fromEntries(
      fields.map(([name, field]) => [name, values.get(name)!.find((value) => this.allows(field, value))]),
    );
    const least = Object.fromEntries((schema.required ?? []).map((name: string) => [name, full[name]]));
    const bases = [least, full];
    const changed = fields.flatMap(([name]) =>
      values.get(name)!.map((value) => ({ ...least, [name]: value })),
    );
    const combined = fields.map(([name]) => ({ ...full, [name]: values.get(name)!.at(-1) }));
    const shortened = bases.flatMap((base) => Object.keys(base).map((name) => without(base, name)));
    return [
      ...bases,
      ...bases.map((base) => ({ ...base, unknown: 1 })),
      ...shortened,
      ...changed,
      ...combined,
    ];
  }
}

function textsAt({ minLength = 0, maxLength }: Schema): string[] {
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1];
  return lengths.filter((length) => length > 0 && length < MUCH).map((length) => 'x'.repeat(length));
}

function without(fields: Record<string, unknown>, name: string): Record<string, unknown> {
  const { [name]: _gone, ...rest } = fields;
  return rest;
}

function withIds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withIds);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, child]) =>
    key === '$ref' ? [key, `document${String(child)}`] : [key, withIds(child)],
  );
  return Object.fromEntries(entries);
}
