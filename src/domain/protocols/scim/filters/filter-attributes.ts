import type { Comparison, Filter, FilterValue } from './filter.js';
import { ScimRefusal } from '../refusal.js';

/** How values of an attribute compare (RFC 7643 §2.3, 05 §10.4). */
export type AttributeType = 'text' | 'exact text' | 'boolean' | 'date' | 'complex';

/** Attributes of one resource that filters may name, lower case, sub-attributes with their dot. */
export type FilterAttributes = ReadonlyMap<string, AttributeType>;

export const USER_ATTRIBUTES: FilterAttributes = new Map<string, AttributeType>([
  ['id', 'exact text'],
  ['username', 'text'],
  ['externalid', 'exact text'],
  ['displayname', 'text'],
  ['name.formatted', 'text'],
  ['name.givenname', 'text'],
  ['name.familyname', 'text'],
  ['emails', 'complex'],
  ['emails.value', 'text'],
  ['emails.type', 'text'],
  ['emails.primary', 'boolean'],
  ['active', 'boolean'],
  ['meta.created', 'date'],
  ['meta.lastmodified', 'date'],
]);

export const GROUP_ATTRIBUTES: FilterAttributes = new Map<string, AttributeType>([
  ['id', 'exact text'],
  ['displayname', 'text'],
  ['externalid', 'exact text'],
  ['members', 'complex'],
  ['members.value', 'exact text'],
  ['meta.created', 'date'],
  ['meta.lastmodified', 'date'],
]);

const OF_TEXT: readonly Comparison[] = ['co', 'sw', 'ew'];

/**
 * The same filter with nothing left to doubt: every attribute is one of `attributes`, in full (`emails.value`, also
 * inside brackets and where only `emails` was written), and every value has its attribute's type; dates are
 * milliseconds since 1970. `eq null` reads as "not present".
 *
 * @throws ScimRefusal `invalidFilter`
 */
export function resolveFilter(filter: Filter, attributes: FilterAttributes, prefix = ''): Filter {
  const inside = (part: Filter): Filter => resolveFilter(part, attributes, prefix);
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map(inside) };
    case 'not':
      return { kind: 'not', part: inside(filter.part) };
    case 'present':
      typeOf(prefix + filter.attribute, attributes);
      return { kind: 'present', attribute: prefix + filter.attribute };
    case 'element':
      return element(filter, attributes, prefix);
    case 'compare':
      return comparison(filter, attributes, prefix);
  }
}

function element(
  filter: Extract<Filter, { kind: 'element' }>,
  attributes: FilterAttributes,
  prefix: string,
): Filter {
  const { attribute } = filter;
  if (prefix !== '' || typeOf(attribute, attributes) !== 'complex') throw unsupported(attribute);
  return { kind: 'element', attribute, filter: resolveFilter(filter.filter, attributes, `${attribute}.`) };
}

function comparison(
  filter: Extract<Filter, { kind: 'compare' }>,
  attributes: FilterAttributes,
  prefix: string,
): Filter {
  const named = prefix + filter.attribute;
  const complex = typeOf(named, attributes) === 'complex';
  const attribute = complex ? `${named}.value` : named;
  const type = typeOf(attribute, attributes);
  if (filter.value === null) return absence(attribute, filter.comparison);
  const value = valueOf(attribute, type, filter.comparison, filter.value);
  return { kind: 'compare', attribute, comparison: filter.comparison, value };
}

function absence(attribute: string, operator: Comparison): Filter {
  const present: Filter = { kind: 'present', attribute };
  if (operator === 'ne') return present;
  if (operator === 'eq') return { kind: 'not', part: present };
  throw new ScimRefusal('invalidFilter', `null is compared by 'eq' and 'ne' only.`);
}

function valueOf(
  attribute: string,
  type: AttributeType,
  operator: Comparison,
  value: FilterValue,
): FilterValue {
  const fits = (allowed: boolean): void => {
    if (!allowed) throw new ScimRefusal('invalidFilter', `${attribute} cannot be compared so.`);
  };
  switch (type) {
    case 'boolean':
      fits(operator === 'eq' || operator === 'ne');
      return booleanOf(attribute, value);
    case 'date':
      fits(!OF_TEXT.includes(operator));
      return dateOf(attribute, value);
    default:
      fits(typeof value === 'string' && !value.includes('\0') && value.isWellFormed());
      return value;
  }
}

function booleanOf(attribute: string, value: FilterValue): boolean {
  const read = typeof value === 'string' ? value.toLowerCase() : value;
  if (read === true || read === 'true') return true;
  if (read === false || read === 'false') return false;
  throw new ScimRefusal('invalidFilter', `${attribute} is compared with true or false.`);
}

const DATE_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/i;

/** Without a zone it is UTC, whatever the zone of the process. */
function dateOf(attribute: string, value: FilterValue): number {
  const [written, clock, zone] = (typeof value === 'string' && DATE_TIME.exec(value)) || [];
  const local = clock !== undefined && zone === undefined;
  const time = written === undefined ? NaN : Date.parse(local ? `${written}Z` : written);
  if (Number.isNaN(time))
    throw new ScimRefusal('invalidFilter', `${attribute} is compared with a date-time.`);
  return time;
}

function typeOf(attribute: string, attributes: FilterAttributes): AttributeType {
  const type = attributes.get(attribute);
  if (type === undefined) throw unsupported(attribute);
  return type;
}

function unsupported(attribute: string): ScimRefusal {
  return new ScimRefusal('invalidFilter', `${attribute} cannot be filtered by.`);
}
