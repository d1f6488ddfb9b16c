import { finished, PIECE, type Reading } from '../../text/reading.js';
import { TextWriter } from './text-writer.js';
import { Utf8Run } from './utf8-runs.js';

/**
 * What a text says once the escapes of one notation are undone. Each reading is one pass in pieces, gives back the same
 * string when there is nothing to undo, and is lenient: a server that reads more than the standard must not see more.
 * Nothing is longer undone than it was written.
 */

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const PLUS = 0x2b;
const BLANK = 0x20;
const NAMED_ESCAPES = new Map(
  Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '0': '\0' }).map(([name, meant]) => [
    name.charCodeAt(0),
    meant.charCodeAt(0),
  ]),
);
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Escapes of strings in JSON, JSON5, JavaScript and YAML, wherever they stand. */
export const unescaped = (text: string): string => finished(unescaping(text));

/** `application/x-www-form-urlencoded`; `%uXXXX` is what some servers read besides. */
export const percentDecoded = (text: string): string => finished(percentDecoding(text));

/** The same with `+` for a space. */
export const formDecoded = (text: string): string => finished(formDecoding(text));

/** XML and HTML: character references undone, comments and the marks of CDATA sections left out. */
export const markupDecoded = (text: string): string => finished(markupDecoding(text));

export function* unescaping(text: string): Reading<string> {
  if (!text.includes('\\')) return text;
  const writer = new TextWriter(text.length);
  let due = PIECE;
  for (let at = 0; at < text.length;) {
    if (at >= due) {
      due = at + PIECE;
      yield;
    }
    const code = text.charCodeAt(at);
    if (code === BACKSLASH && at + 1 < text.length) at = undoEscape(text, at, writer);
    else {
      writer.unit(code);
      at += 1;
    }
  }
  return writer.text();
}

/** Writes what the escape at `at` means and answers where it ends. */
function undoEscape(text: string, at: number, writer: TextWriter): number {
  const letter = text.charCodeAt(at + 1);
  const digits = digitsOfEscape(text, at, letter);
  if (digits !== null) {
    writer.character(digits.value);
    return digits.end;
  }
  // A line that goes on (JSON5, YAML).
  if (letter === CARRIAGE_RETURN) return at + (text.charCodeAt(at + 2) === LINE_FEED ? 3 : 2);
  if (letter !== LINE_FEED) writer.unit(NAMED_ESCAPES.get(letter) ?? letter);
  return at + 2;
}

const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** `\u{1F600}`, `\u0041`, `\x41`, `\U0001F600`; null for every other escape. */
function digitsOfEscape(text: string, at: number, letter: number): { value: number; end: number } | null {
  if (letter === 0x78) return hexAt(text, at + 2, 2);
  if (letter === 0x55) return hexAt(text, at + 2, 8);
  if (letter !== 0x75) return null;
  if (text.charCodeAt(at + 2) !== OPENING_BRACE) return hexAt(text, at + 2, 4);
  for (let count = 6; count >= 1; count--) {
    const found = hexAt(text, at + 3, count);
    if (found === null) continue;
    return text.charCodeAt(found.end) === CLOSING_BRACE ? { ...found, end: found.end + 1 } : null;
  }
  return null;
}

/** The number of exactly so many digits; null where one of them is none. */
function hexAt(text: string, from: number, count: number): { value: number; end: number } | null {
  let value = 0;
  for (let at = from; at < from + count; at++) {
    const digit = hexDigit(text.charCodeAt(at));
    if (digit < 0) return null;
    value = value * 16 + digit;
  }
  return { value, end: from + count };
}

/** -1 for what is none, and beyond the end. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lowered = code | 0x20;
  return lowered >= 0x61 && lowered <= 0x66 ? lowered - 0x57 : -1;
}

export function* percentDecoding(text: string): Reading<string> {
  return text.includes('%') ? yield* undoUnicode(yield* undoPercent(text, false)) : text;
}

export function* formDecoding(text: string): Reading<string> {
  if (!text.includes('%') && !text.includes('+')) return text;
  return yield* undoUnicode(yield* undoPercent(text, true));
}

/** Each run of `%XX` is UTF-8 of its own: what stands beside it ends a sequence. */
function* undoPercent(text: string, plusIsBlank: boolean): Reading<string> {
  const writer = new TextWriter(text.length);
  const run = new Utf8Run(writer);
  let due = PIECE;
  for (let at = 0; at < text.length;) {
    if (at >= due) {
      due = at + PIECE;
      yield;
    }
    const code = text.charCodeAt(at);
    const high = code === PERCENT ? hexDigit(text.charCodeAt(at + 1)) : -1;
    const low = high < 0 ? -1 : hexDigit(text.charCodeAt(at + 2));
    if (low >= 0) {
      run.byte(high * 16 + low);
      at += 3;
      continue;
    }
    run.end();
    writer.unit(plusIsBlank && code === PLUS ? BLANK : code);
    at += 1;
  }
  run.end();
  return writer.text();
}

/** `%uXXXX`, also where decoding has only now made it one. */
function* undoUnicode(text: string): Reading<string> {
  if (!text.includes('%u') && !text.includes('%U')) return text;
  const writer = new TextWriter(text.length);
  let due = PIECE;
  for (let at = 0; at < text.length;) {
    if (at >= due) {
      due = at + PIECE;
      yield;
    }
    const code = text.charCodeAt(at);
    const isEscape = code === PERCENT && (text.charCodeAt(at + 1) | 0x20) === 0x75;
    const found = isEscape ? hexAt(text, at + 2, 4) : null;
    writer.unit(found?.value ?? code);
    at = found?.end ?? at + 1;
  }
  return writer.text();
}

const COMMENT = '<!--';
const COMMENT_END = '-->';
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';

export function* markupDecoding(text: string): Reading<string> {
  if (!text.includes('<') && !text.includes('&')) return text;
  return yield* undoEntities(yield* withoutMarks(text));
}

function* withoutMarks(text: string): Reading<string> {
  if (!text.includes('<!') && !text.includes(CDATA_END)) return text;
  const writer = new TextWriter(text.length);
  // Without an end, looking for one from every beginning would be quadratic.
  const lastEnd = text.lastIndexOf(COMMENT_END);
  let due = PIECE;
  for (let at = 0; at < text.length;) {
    if (at >= due) {
      due = at + PIECE;
      yield;
    }
    const end = endOfMark(text, at, lastEnd);
    if (end > at) at = end;
    else writer.unit(text.charCodeAt(at++));
  }
  return writer.text();
}

/** `at` itself where no mark begins. */
function endOfMark(text: string, at: number, lastEnd: number): number {
  const code = text.charCodeAt(at);
  if (code === 0x5d) return text.startsWith(CDATA_END, at) ? at + CDATA_END.length : at;
  if (code !== 0x3c) return at;
  if (text.startsWith(CDATA, at)) return at + CDATA.length;
  const inside = at + COMMENT.length;
  if (inside > lastEnd || !text.startsWith(COMMENT, at)) return at;
  return text.indexOf(COMMENT_END, inside) + COMMENT_END.length;
}

const AMPERSAND = 0x26;
const ENTITY = /&(?:#x0{0,8}([0-9a-f]{1,6})|#0{0,8}(\d{1,7})|(amp|lt|gt|quot|apos));/iy;
const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function* undoEntities(text: string): Reading<string> {
  if (!text.includes('&')) return text;
  const writer = new TextWriter(text.length);
  let due = PIECE;
  for (let at = 0; at < text.length;) {
    if (at >= due) {
      due = at + PIECE;
      yield;
    }
    const code = text.charCodeAt(at);
    ENTITY.lastIndex = at;
    const found = code === AMPERSAND ? ENTITY.exec(text) : null;
    if (found === null) writer.unit(code);
    else writer.character(meaningOf(found));
    at += found?.[0].length ?? 1;
  }
  return writer.text();
}

function meaningOf([, hex, decimal, name]: RegExpExecArray): number {
  if (hex !== undefined) return Number.parseInt(hex, 16);
  return decimal === undefined ? NAMED_ENTITIES[name!.toLowerCase()]!.charCodeAt(0) : Number(decimal);
}

const NOT_ASCII = /[^\u0000-\u007f]/; // eslint-disable-line no-control-regex -- the range is what ASCII is

/** A-Z lowered and nothing else, as `asciiLower`. */
export function* lowering(text: string): Reading<string> {
  if (!/[A-Z]/.test(text)) return text;
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  const writer = new TextWriter(text.length);
  for (let from = 0; from < text.length; from += PIECE) {
    const to = Math.min(from + PIECE, text.length);
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      writer.unit(code >= 0x41 && code <= 0x5a ? code | 0x20 : code);
    }
    yield;
  }
  return writer.text();
}
