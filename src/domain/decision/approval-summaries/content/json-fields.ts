import { repeatedNames } from '../../../protocols/bodies/body-text.js';
import { foldName } from '../../../protocols/bodies/key-paths.js';
import { parseTruncatedJson } from './truncated-json.js';
import type { BodyStart } from './summary.js';

const DECODER = new TextDecoder();

export interface FieldNameOptions {
  /** The provider takes names in any letter case. */
  readonly folded?: boolean;
}

/**
 * A JSON object, read without trust: every access says which type it wants. It remembers what was asked for, so that
 * `rest` has everything that nobody looked at.
 */
export class JsonFields {
  private readonly fields: ReadonlyMap<string, readonly [name: string, value: unknown]>;
  private readonly taken = new Set<string>();
  private readonly below = new Map<string, readonly JsonFields[]>();

  constructor(
    fields: Readonly<Record<string, unknown>>,
    private readonly reading: FieldNameOptions = {},
  ) {
    this.fields = new Map(Object.entries(fields).map(([name, value]) => [this.key(name), [name, value]]));
  }

  /** As far as it goes. Null for anything but an object, and where names repeat: nobody knows which one counts. */
  static of(body: BodyStart | null, reading: FieldNameOptions = {}): JsonFields | null {
    return body === null ? null : JsonFields.read(DECODER.decode(body.bytes), reading);
  }

  static read(text: string, reading: FieldNameOptions = {}): JsonFields | null {
    return repeatedNames(text).length > 0 ? null : JsonFields.from(parseTruncatedJson(text), reading);
  }

  static from(value: unknown, reading: FieldNameOptions = {}): JsonFields | null {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? new JsonFields(value as Record<string, unknown>, reading) : null;
  }

  has(name: string): boolean {
    return this.fields.has(this.key(name));
  }

  text(name: string): string | undefined {
    const value = this.valueOf(name);
    if (typeof value !== 'string') return undefined;
    this.taken.add(this.key(name));
    return value;
  }

  object(name: string): JsonFields | null {
    const key = this.key(name);
    const object = JsonFields.from(this.valueOf(name), this.reading);
    if (object === null) return null;
    const known = this.below.get(key)?.[0] ?? object;
    this.below.set(key, [known]);
    return known;
  }

  /** Empty unless all of them are texts. */
  texts(name: string): string[] {
    const values = this.list(name);
    if (values === null || !values.every((value) => typeof value === 'string')) return [];
    this.taken.add(this.key(name));
    return [...values];
  }

  /** Empty unless all of them are objects. */
  objects(name: string): JsonFields[] {
    const key = this.key(name);
    const objects = this.list(name)?.map((value) => JsonFields.from(value, this.reading));
    if (!objects?.every((value) => value !== null)) return [];
    this.below.set(key, objects);
    return objects;
  }

  /** Everything in it that was not asked for; undefined when that is nothing. */
  rest(): Readonly<Record<string, unknown>> | undefined {
    const rest: [string, unknown][] = [];
    for (const [key, [name, value]] of this.fields) {
      if (this.taken.has(key)) continue;
      const below = this.below.get(key);
      const left = below === undefined ? value : restOf(below, value);
      if (left !== undefined) rest.push([name, left]);
    }
    return rest.length > 0 ? Object.fromEntries(rest) : undefined;
  }

  private key(name: string): string {
    return this.reading.folded ? foldName(name) : name;
  }

  private valueOf(name: string): unknown {
    return this.fields.get(this.key(name))?.[1];
  }

  private list(name: string): readonly unknown[] | null {
    const value = this.valueOf(name);
    return Array.isArray(value) ? (value as unknown[]) : null;
  }
}

function restOf(below: readonly JsonFields[], value: unknown): unknown {
  const rests = below.map((fields) => fields.rest()).filter((rest) => rest !== undefined);
  if (rests.length === 0) return undefined;
  return Array.isArray(value) ? rests : rests[0];
}
