import { areSame } from './last-name.js';

/**
 * What is wanted of a JSON text, by the keys that lead there. Elements of an array stand under the shape of the array,
 * so that `choices[3].text` is found by `choices` and `text`.
 */
export interface JsonSelector {
  readonly keys: readonly ShapeKey[];
  /** A bit for each length that a key has. */
  readonly lengths: number;
  /** Of keys that are not listed; null: nothing below them is wanted. */
  readonly otherwise: JsonSelector | null;
  /** Where a number found here goes; -1: nowhere. */
  readonly number: number;
  /** Where a string found here goes; -1: nowhere. */
  readonly name: number;
  /** Strings found here are text, of which the bytes are counted. */
  readonly text: boolean;
  /** Strings found here are counted, whatever they say. */
  readonly mark: boolean;
}

interface ShapeKey {
  readonly bytes: Buffer;
  /** The same as that of `bytes`, told faster. */
  readonly length: number;
  readonly shape: JsonSelector | null;
}

type Keys = Readonly<Record<string, JsonSelector | null>>;

const EMPTY = {
  keys: [],
  lengths: 0,
  otherwise: null,
  number: -1,
  name: -1,
  text: false,
  mark: false,
} as const;

export function object(keys: Keys): JsonSelector {
  return { ...EMPTY, ...keysOf(keys) };
}

export function numberAt(slot: number): JsonSelector {
  return { ...EMPTY, number: slot };
}

export function nameAt(slot: number): JsonSelector {
  return { ...EMPTY, name: slot };
}

/** A string here is text, and what stands below `keys` as they say. */
export function text(keys: Keys = {}): JsonSelector {
  return { ...EMPTY, ...keysOf(keys), text: true };
}

/** A string here is counted, and what stands below `keys` as they say. */
export function mark(keys: Keys = {}): JsonSelector {
  return { ...EMPTY, ...keysOf(keys), mark: true };
}

/** Every string here and below is text, but for what stands below one of the keys. */
export function textBelow(...except: readonly string[]): JsonSelector {
  return textBut(Object.fromEntries(except.map((key) => [key, null])));
}

/** The same, with what stands below `others` as they say. */
export function textBut(others: Keys): JsonSelector {
  const keys = keysOf(others);
  const shape = { ...EMPTY, ...keys, text: true, otherwise: null as JsonSelector | null };
  shape.otherwise = shape;
  return shape;
}

/** Of the key that stands in `chunk`; null: not wanted. */
export function selectorUnder(
  shape: JsonSelector,
  chunk: Buffer,
  from: number,
  length: number,
): JsonSelector | null {
  const { keys, lengths } = shape;
  if ((lengths & bitOf(length)) === 0) return shape.otherwise;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index]!;
    if (key.length === length && areSame(key.bytes, chunk, from, length)) return key.shape;
  }
  return shape.otherwise;
}

const LAST_BIT = 30;

/** Of long ones the same: it only says where not to look. */
function bitOf(length: number): number {
  return 1 << Math.min(length, LAST_BIT);
}

function keysOf(record: Keys): Pick<JsonSelector, 'keys' | 'lengths'> {
  const keys = Object.entries(record).map(([key, shape]) => {
    const bytes = Buffer.from(key);
    return { bytes, length: bytes.length, shape };
  });
  return { keys, lengths: keys.reduce((bits, { length }) => bits | bitOf(length), 0) };
}
