import { isObject } from './attribute-name.js';
import { ScimRefusal } from './refusal.js';

export const LONGEST_TEXT = 255;

/** `null` and empty arrays count as not provided (05 §10.2.4). */
export function isProvided(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** Null for blank text. */
export function readText(name: string, value: unknown, longest = LONGEST_TEXT): string | null {
  if (typeof value !== 'string') throw invalidValue(`${name} is a string.`);
  // No UTF-8 column holds either.
  if (value.includes('\0') || !value.isWellFormed()) throw invalidValue(`${name} has an unusable character.`);
  const text = value.trim();
  if (text.length > longest) throw invalidValue(`${name} has at most ${longest} characters.`);
  return text === '' ? null : text;
}

/** Booleans, and the strings some directories send in their place. */
export function readBoolean(name: string, value: unknown): boolean {
  const read = typeof value === 'string' ? value.toLowerCase() : value;
  if (read === true || read === 'true') return true;
  if (read === false || read === 'false') return false;
  throw invalidValue(`${name} is true or false.`);
}

export function readObject(name: string, value: unknown): object {
  if (!isObject(value)) throw invalidValue(`${name} is an object.`);
  return value;
}

export function invalidValue(detail: string): ScimRefusal {
  return new ScimRefusal('invalidValue', detail);
}
