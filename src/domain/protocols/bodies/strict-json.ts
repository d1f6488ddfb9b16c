import { readJson } from './json-reader.js';
import { foldName } from './key-paths.js';

const BYTE_ORDER_MARK = 0xfeff;
const NO_KEYS = { depth: 0, asked: false, next: new Map<string, never>() };

/**
 * The object that every reader of JSON finds in a text, for who lets only those requests pass that it has understood
 * (R26): null for what is no object, and where names of one object are equal to some reader.
 */
export function strictObject(text: string): Readonly<Record<string, unknown>> | null {
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) return null;
  const seen = new Map<number, Set<string>>();
  let repeated = false;
  const onName = (name: string, object: number): void => {
    const names = seen.get(object) ?? new Set();
    const folded = foldName(name);
    repeated ||= names.has(folded);
    seen.set(object, names.add(folded));
  };
  if (readJson(text, NO_KEYS, { onName }).state !== 'whole' || repeated) return null;
  return objectOr(JSON.parse(text));
}

/** Null for what has no members. */
export function objectOr(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** The one type says JSON in UTF-8, and nothing else that some server believes. */
export function isPlainJson(contentTypes: readonly string[]): boolean {
  return contentTypes.length === 1 && JSON_TYPE.test(contentTypes[0]!);
}

const JSON_TYPE = /^application\/json(?:[ \t]{0,8};[ \t]{0,8}charset="?utf-8"?)?[ \t]{0,8}$/i;
