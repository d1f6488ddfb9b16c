import { attributeName } from './attribute-name.js';
import { invalidValue } from './values.js';

/** Always returned, whatever is asked for (RFC 7643 §2.2 "returned", 05 §10.4). */
const ALWAYS = new Set(['id', 'schemas']);

type Selected = ReadonlyMap<string, 'whole' | ReadonlySet<string>>;

/** Which attributes of a resource an answer shows (RFC 7644 §3.9). */
export class Projection {
  static readonly EVERYTHING = new Projection(null, null);

  private constructor(
    private readonly wanted: Selected | null,
    private readonly unwanted: Selected | null,
  ) {}

  /** Names of attributes as written. `undefined` for a parameter that was not given. */
  static of(attributes: readonly string[] | undefined, excluded: readonly string[] | undefined): Projection {
    if (attributes !== undefined && excluded !== undefined)
      throw invalidValue('attributes and excludedAttributes exclude each other.');
    return new Projection(selected(attributes), selected(excluded));
  }

  /** Whether any of an attribute is shown: what is not need not be loaded. */
  shows(attribute: string): boolean {
    const name = attribute.toLowerCase();
    if (ALWAYS.has(name)) return true;
    if (this.wanted !== null) return this.wanted.has(name);
    return this.unwanted?.get(name) !== 'whole';
  }

  apply(resource: object): Record<string, unknown> {
    if (this.wanted === null && this.unwanted === null) return { ...resource };
    const shown = Object.entries(resource)
      .filter(([attribute]) => this.shows(attribute))
      .map(([attribute, value]: [string, unknown]) => [
        attribute,
        this.within(attribute.toLowerCase(), value),
      ]);
    return Object.fromEntries(shown) as Record<string, unknown>;
  }

  private within(attribute: string, value: unknown): unknown {
    if (ALWAYS.has(attribute)) return value;
    const parts = this.wanted?.get(attribute) ?? this.unwanted?.get(attribute);
    if (parts === undefined || parts === 'whole') return value;
    const keep = (sub: string): boolean => parts.has(sub.toLowerCase()) === (this.wanted !== null);
    return Array.isArray(value) ? value.map((item) => onlyParts(item, keep)) : onlyParts(value, keep);
  }
}

function onlyParts(value: unknown, keep: (sub: string) => boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([sub]) => keep(sub)));
}

function selected(names: readonly string[] | undefined): Selected | null {
  if (names === undefined) return null;
  const found = new Map<string, 'whole' | Set<string>>();
  for (const name of names.map((written) => attributeName(written.trim())).filter((name) => name !== '')) {
    const [attribute = '', sub] = name.startsWith('urn:') ? [name] : name.split('.', 2);
    const known = found.get(attribute);
    if (sub === undefined) found.set(attribute, 'whole');
    else if (known === undefined) found.set(attribute, new Set([sub]));
    else if (known !== 'whole') known.add(sub);
  }
  return found;
}
