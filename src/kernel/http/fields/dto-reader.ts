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
