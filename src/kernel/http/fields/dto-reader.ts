import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf, type ValidationArguments } from 'class-validator';
import { DescribedAs } from './dto-schema.js';

/**
 * Makes an instance of a DTO out of what was sent, by what its fields declare: only declared fields are looked at,
 * once each, and of a list no more than decides that it is too long. So the cost is that of the declaration, whatever
 * else a client sends; the checks themselves are class-validator's.
 */

export type DtoClass = new (...args: never[]) => object;
type Fields = Record<string, unknown>;

/** How one field is read; nothing said means as it was sent. */
export interface FieldReading {
  /** The DTO of the field, or of each of its entries. */
  nested?: DtoClass;
  maxItems?: number;
  /** Applied before anything is checked; undefined leaves the field out. */
  normalise?: (value: unknown) => unknown;
}

/** Marks the first field of a strict DTO that is not declared: no field can be declared under such a name. */
const UNKNOWN = 'unknown field ';

const readings = new WeakMap<object, Map<string, FieldReading>>();

/** Declares the field; every decorator of `fields` does. */
export function ReadAs(reading: FieldReading): PropertyDecorator {
  return (prototype, name) => {
    const own = readings.get(prototype) ?? new Map<string, FieldReading>();
    readings.set(prototype, own.set(String(name), reading));
  };
}

/** `strict` keeps the first unknown field of every object, for `unknownField` to tell. */
export function readDto<T extends object>(type: new () => T, sent: Fields, strict: boolean): T {
  const instance = new type() as T & Fields;
  const declared = declaredBy(type.prototype as object);
  for (const [name, reading] of declared) {
    const value = Object.hasOwn(sent, name) ? readField(sent[name], reading, strict) : undefined;
    if (value !== undefined) (instance as Fields)[name] = value;
  }
  const unknown = strict ? firstUnknown(sent, declared) : undefined;
  return unknown === undefined ? instance : Object.assign(instance, { [`${UNKNOWN}${unknown}`]: true });
}

/** The name behind the mark, null for a field that is declared. */
export function unknownField(property: string): string | null {
  return property.startsWith(UNKNOWN) ? property.slice(UNKNOWN.length) : null;
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readField(sent: unknown, { nested, maxItems, normalise }: FieldReading, strict: boolean): unknown {
  const value = normalise === undefined ? sent : normalise(sent);
  // One entry too many is enough for the check to find it so.
  const kept = Array.isArray(value) && maxItems !== undefined ? value.slice(0, maxItems + 1) : value;
  if (nested === undefined) return kept;
  const readOne = (item: unknown): unknown => (isObject(item) ? readDto(nested, item, strict) : item);
  return Array.isArray(kept) ? kept.map(readOne) : readOne(kept);
}

function firstUnknown(sent: Fields, declared: ReadonlyMap<string, FieldReading>): string | undefined {
  return Object.keys(sent).find((name) => !declared.has(name));
}

const complete = new WeakMap<object, ReadonlyMap<string, FieldReading>>();

/** With what its base classes declare, those first. */
function declaredBy(prototype: object): ReadonlyMap<string, FieldReading> {
  const known = complete.get(prototype);
  if (known !== undefined) return known;
  const base = Object.getPrototypeOf(prototype) as object | null;
  const inherited = base === null ? [] : declaredBy(base);
  const declared = new Map([...inherited, ...(readings.get(prototype) ?? [])]);
  complete.set(prototype, declared);
  return declared;
}

export interface FieldOptions {
  /** The field may be absent. */
  optional?: boolean;
  /** The field may be `null`. */
  nullable?: boolean;
  /** An explicit `null` is read as absent. */
  nullAsAbsent?: boolean;
  description?: string;
  example?: unknown;
  /** Keywords for what a later layer judges; they win over what the other options say. */
  schema?: Record<string, unknown>;
}

/** What every kind of field has: presence, the schema, and the checks behind it. */
export function field(
  options: FieldOptions,
  checks: PropertyDecorator[],
  schema: Record<string, unknown>,
  reading: FieldReading = {},
): PropertyDecorator {
  const { optional = false, nullable = false, nullAsAbsent = false } = options;
  const presence =
    optional || nullable || nullAsAbsent || checks.length === 0
      ? [ValidateIf((_, value: unknown) => checks.length > 0 && !mayBeSkipped(value, options))]
      : [];
  const described = defined({ ...schema, ...options.schema });
  return applyDecorators(
    DescribedAs({ schema: defined({ ...described, description: options.description }), optional }),
    ApiProperty({
      ...described,
      required: !optional,
      ...((nullable || nullAsAbsent) && { nullable: true }),
      ...(options.description && { description: options.description }),
      ...(options.example !== undefined && { example: options.example }),
    }),
    ReadAs(nullAsAbsent ? forgivingNull(reading) : reading),
    ...presence,
    ...checks,
  );
}

function mayBeSkipped(value: unknown, options: FieldOptions): boolean {
  if (value === undefined) return options.optional === true;
  return value === null && (options.nullable === true || options.nullAsAbsent === true);
}

export function defined(schema: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

function forgivingNull({ normalise: own, ...reading }: FieldReading): FieldReading {
  return { ...reading, normalise: (value) => (value === null ? undefined : own ? own(value) : value) };
}

export function invalid(rule: string): (args: ValidationArguments) => string {
  return ({ property }) => `${property} ${rule}`;
}

export function missingOr(rule: string): (args: ValidationArguments) => string {
  return ({ property, value }) => (value === undefined ? `${property} is required` : `${property} ${rule}`);
}
