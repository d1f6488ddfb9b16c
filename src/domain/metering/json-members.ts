/**
 * Where the members of a JSON object stand, so that one of them can be replaced without touching the rest. Only the
 * outermost object is read; what stands inside values is passed over. It does not prove that the text is JSON: brackets
 * and strings are followed, everything else is the receiver's to refuse.
 */
import { CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './structure.js';

const BACKSLASH = 0x5c;
/** A longer key, as it is written, is none of those that are looked for, whatever it is escaped as. */
const MAX_KEY_BYTES = 256;
/** Bytes that are looked at one by one before the caller is given the loop back. */
const SLICE_BYTES = 262_144;

export interface JsonMember {
  readonly key: string;
  /** Of the value, in bytes of the text; blanks around it are left out. */
  readonly from: number;
  readonly to: number;
}

export interface JsonMembers {
  /** Those that were asked for, in their order; a key may occur several times. */
  readonly members: readonly JsonMember[];
  /** Index behind the `{` of the object. */
  readonly inside: number;
  readonly empty: boolean;
}

/**
 * Reads the whole text, linear in its length; yields between slices, so that nobody waits long for the loop. Returns null
 * for what is no JSON object.
 */
export function* jsonMembers(text: Buffer, wanted: ReadonlySet<string>): Generator<void, JsonMembers | null> {
  let at = blanksEnd(text, 0);
  if (text[at] !== OPEN_OBJECT) return null;
  const inside = at + 1;
  const members: JsonMember[] = [];
  at = blanksEnd(text, inside);
  if (text[at] === CLOSE_OBJECT) return ends(text, at + 1) ? { members, inside, empty: true } : null;
  for (;;) {
    if (text[at] !== QUOTE) return null;
    const close = stringEnd(text, at);
    if (close < 0) return null;
    const key = keyIn(text, at, close);
    at = blanksEnd(text, close);
    if (key === null || text[at] !== COLON) return null;
    const from = blanksEnd(text, at + 1);
    const end = yield* valueEnd(text, from);
    const to = blanksStart(text, from, end);
    if (to === from) return null;
    if (wanted.has(key)) members.push({ key, from, to });
    const separator = text[end];
    at = blanksEnd(text, end + 1);
    if (separator === CLOSE_OBJECT) return at === text.length ? { members, inside, empty: false } : null;
    if (separator !== COMMA) return null;
  }
}

/** The index of the comma or bracket behind a value; that of the text's end where there is none. */
function* valueEnd(text: Buffer, from: number): Generator<void, number> {
  let depth = 0;
  let looked = 0;
  for (let at = from; at < text.length; at += 1) {
    looked += 1;
    if (looked % SLICE_BYTES === 0) yield;
    switch (text[at]) {
      case QUOTE: {
        const close = stringEnd(text, at);
        if (close < 0) return text.length;
        at = close - 1;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        depth += 1;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        if (depth === 0) return at;
        depth -= 1;
        break;
      case COMMA:
        if (depth === 0) return at;
        break;
    }
  }
  return text.length;
}

/** The index behind the quote that ends the string at `from`; -1 where none does. */
function stringEnd(text: Buffer, from: number): number {
  for (let at = text.indexOf(QUOTE, from + 1); at >= 0; at = text.indexOf(QUOTE, at + 1)) {
    // Each backslash is counted for the first quote behind it alone, so this is linear.
    let before = at;
    while (text[before - 1] === BACKSLASH && before - 1 > from) before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return -1;
}

/** Null for what no reader of JSON takes for a key. */
function keyIn(text: Buffer, from: number, to: number): string | null {
  if (to - from > MAX_KEY_BYTES) return '';
  try {
    return JSON.parse(text.toString('utf8', from, to)) as string;
  } catch {
    return null;
  }
}

function ends(text: Buffer, from: number): boolean {
  return blanksEnd(text, from) === text.length;
}

function blanksEnd(text: Buffer, from: number): number {
  let at = from;
  while (isBlank(text[at])) at += 1;
  return at;
}

function blanksStart(text: Buffer, from: number, end: number): number {
  let at = end;
  while (at > from && isBlank(text[at - 1])) at -= 1;
  return at;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
