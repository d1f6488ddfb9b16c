import { attributesOf } from '../../../../domain/protocols/scim/attribute-name.js';
import type { Filter } from '../../../../domain/protocols/scim/filters/filter.js';
import {
  type FilterAttributes,
  resolveFilter,
} from '../../../../domain/protocols/scim/filters/filter-attributes.js';
import { parseFilter } from '../../../../domain/protocols/scim/filters/parse-filter.js';
import { Projection } from '../../../../domain/protocols/scim/projection.js';
import { attributeName } from '../../../../domain/protocols/scim/attribute-name.js';
import { invalidValue, isProvided } from '../../../../domain/protocols/scim/values.js';

/** A list as it was asked for, by a query or by the body of `.search` (05 §10.4). */
export interface ListRequest {
  readonly filter: Filter | null;
  /** 1-based. */
  readonly startIndex: number;
  readonly count: number;
  /** In lower case; null is the order of creation. */
  readonly sortBy: string | null;
  readonly descending: boolean;
  readonly projection: Projection;
}

const DEFAULT_COUNT = 100;
export const MAX_RESULTS = 500;
/** More than there are attributes. */
export const MAX_NAMES = 100;
const INTEGER = /^[+-]?\d{1,15}$/;

/** `sortable`: attributes a list of the resource can be ordered by, in lower case. */
export function readListRequest(
  given: object,
  attributes: FilterAttributes,
  sortable: ReadonlySet<string>,
): ListRequest {
  const fields = attributesOf(given);
  const filter = textOf(fields, 'filter');
  const count = integerOf(fields, 'count') ?? DEFAULT_COUNT;
  return {
    filter: filter === null ? null : resolveFilter(parseFilter(filter), attributes),
    startIndex: Math.max(1, integerOf(fields, 'startIndex') ?? 1),
    count: Math.min(MAX_RESULTS, Math.max(0, count)),
    sortBy: sortAttribute(textOf(fields, 'sortBy'), sortable),
    descending: isDescending(textOf(fields, 'sortOrder')),
    projection: readProjection(given),
  };
}

/** `attributes` and `excludedAttributes` of a request that answers resources. */
export function readProjection(given: object): Projection {
  const fields = attributesOf(given);
  return Projection.of(namesOf(fields, 'attributes'), namesOf(fields, 'excludedAttributes'));
}

function sortAttribute(written: string | null, sortable: ReadonlySet<string>): string | null {
  if (written === null) return null;
  const name = attributeName(written);
  if (!sortable.has(name)) throw invalidValue(`A list cannot be sorted by ${written}.`);
  return name;
}

function isDescending(order: string | null): boolean {
  const name = order?.toLowerCase() ?? 'ascending';
  if (name !== 'ascending' && name !== 'descending')
    throw invalidValue('sortOrder is ascending or descending.');
  return name === 'descending';
}

function integerOf(fields: ReadonlyMap<string, unknown>, name: string): number | null {
  const value = fields.get(name.toLowerCase());
  if (!isProvided(value)) return null;
  const written = typeof value === 'number' && Number.isInteger(value) ? String(value) : value;
  if (typeof written === 'string' && INTEGER.test(written.trim())) return Number(written);
  throw invalidValue(`${name} is an integer.`);
}

function textOf(fields: ReadonlyMap<string, unknown>, name: string): string | null {
  const value = fields.get(name.toLowerCase());
  if (!isProvided(value) || value === '') return null;
  if (typeof value !== 'string') throw invalidValue(`${name} is a string.`);
  return value;
}

function isName(item: unknown): item is string {
  return typeof item === 'string' && !item.includes('\u0000');
}

function namesOf(fields: ReadonlyMap<string, unknown>, name: string): string[] | undefined {
  const value = fields.get(name.toLowerCase());
  if (!isProvided(value) || value === '') return undefined;
  const names: unknown = typeof value === 'string' ? value.split(',', MAX_NAMES + 1) : value;
  const isList = Array.isArray(names) && names.every(isName);
  if (!isList || names.length > MAX_NAMES)
    throw invalidValue(`${name} is a list of at most ${MAX_NAMES} attribute names.`);
  return names;
}
