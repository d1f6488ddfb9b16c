import { attributesOf, isObject } from './attribute-name.js';
import { ScimRefusal } from './refusal.js';
import { invalidValue, isProvided } from './values.js';

/** Member entries one request may name (05 §10.3). */
export const MAX_MEMBERS = 10_000;

/** Ids of the people a list of members names (05 §10.7). A single object stands for a list of one. */
export function readMembers(value: unknown): string[] {
  if (!isProvided(value)) return [];
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  refuseTooMany(entries.length);
  return entries.map(memberId);
}

export function refuseTooMany(count: number): void {
  if (count > MAX_MEMBERS)
    throw new ScimRefusal('tooMany', `A request names at most ${MAX_MEMBERS} members.`);
}

function memberId(entry: unknown): string {
  if (!isObject(entry)) throw invalidValue('A member is an object with the id of a user as its value.');
  const given = attributesOf(entry);
  const type = given.get('type');
  if (typeof type === 'string' && type.toLowerCase() === 'group')
    throw invalidValue('Groups cannot be members of a group here.');
  const value = isProvided(given.get('value')) ? given.get('value') : lastSegment(given.get('$ref'));
  if (typeof value !== 'string' || value === '')
    throw invalidValue('A member names the id of a user as its value.');
  return value;
}

function lastSegment(reference: unknown): string | null {
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : null;
}
