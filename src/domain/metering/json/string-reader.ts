import { JSON_QUOTE } from './structure.js';

const BACKSLASH = 0x5c;
const UNICODE = 0x75;
const HEX_DIGITS = 4;
/** Beyond as many bytes a search by the runtime is faster. */
const NEAR = 64;
/** Longer keys and names are none that anybody looks for. */
const MAX_KEPT = 256;

/** What becomes of the bytes of a string. */
export type Keeping = 'nothing' | 'length' | 'bytes';

/** One-letter escapes of JSON whose letter is not what they stand for (RFC 8259 §7). */
const ESCAPES = new Map([
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

/** Most strings are looked at where they stand. */
const NOTHING = Buffer.alloc(0);

/** Reads one string of JSON after its opening quote, in any pieces, and says how many bytes of UTF-8 it has. */
export class StringReader {
  /** Of the string so far, escapes undone. */
  length = 0;
  /** The first `MAX_KEPT` of them, where they were to be kept. */
  bytes = NOTHING;
  private keeping: Keeping = 'nothing';
  /** -1: in no escape; 0: after the backslash; 1 to 4: that many hex digits are to come. */
  private escape = -1;
  private codeUnit = 0;

  begin(keeping: Keeping): void {
    this.keeping = keeping;
    if (keeping === 'bytes' && this.bytes === NOTHING) this.bytes = Buffer.allocUnsafe(MAX_KEPT);
    this.length = 0;
    this.escape = -1;
  }

  /** Whether `bytes` is the whole string. */
  get whole(): boolean {
    return this.length <= MAX_KEPT;
  }

  toString(): string {
    return this.bytes.toString('utf8', 0, this.length);
  }

  /** The index behind the closing quote, or -1 when the string goes on behind `end`. */
  read(chunk: Buffer, from: number, end: number): number {
    let at = from;
    // The next one, where it was searched for, so that no byte is searched twice for it.
    let quote = -1;
    while (at < end) {
      if (this.escape >= 0) {
        this.unescape(chunk[at]!);
        at += 1;
        continue;
      }
      const begun = at;
      const near = Math.min(end, at + NEAR);
      while (at < near && !isMark(chunk[at]!)) at += 1;
      if (at === near && at < end) {
        if (quote < at) quote = nextOf(JSON_QUOTE, chunk, at, end);
        at = nextOf(BACKSLASH, chunk, at, quote);
      }
      this.take(chunk, begun, at);
      if (at === end) return -1;
      at += 1;
      if (chunk[at - 1] === JSON_QUOTE) return at;
      this.escape = 0;
    }
    return -1;
  }

  private take(chunk: Buffer, from: number, to: number): void {
    if (this.keeping === 'bytes' && this.length < MAX_KEPT) {
      const most = Math.min(to, from + MAX_KEPT - this.length);
      for (let at = from; at < most; at += 1) this.bytes[this.length + at - from] = chunk[at]!;
    }
    this.length += to - from;
  }

  private unescape(byte: number): void {
    if (this.escape === 0 && byte === UNICODE) {
      this.escape = HEX_DIGITS;
      this.codeUnit = 0;
    } else if (this.escape === 0) {
      this.escape = -1;
      this.add(ESCAPES.get(byte) ?? byte);
    } else {
      this.codeUnit = (this.codeUnit << 4) | hexValue(byte);
      this.escape -= 1;
      if (this.escape > 0) return;
      this.escape = -1;
      this.addCodeUnit(this.codeUnit);
    }
  }

  private addCodeUnit(unit: number): void {
    const bytes = utf8Length(unit);
    if (bytes === 1) this.add(unit);
    else if (bytes === 2) this.addAll(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f));
    else this.addAll(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  }

  private addAll(...bytes: readonly number[]): void {
    for (const byte of bytes) this.add(byte);
  }

  private add(byte: number): void {
    if (this.keeping === 'bytes' && this.length < MAX_KEPT) this.bytes[this.length] = byte & 0xff;
    this.length += 1;
  }
}

function isMark(byte: number): boolean {
  return byte === JSON_QUOTE || byte === BACKSLASH;
}

/** `end`: there is none before it. */
function nextOf(byte: number, chunk: Buffer, from: number, end: number): number {
  const found = chunk.subarray(from, end).indexOf(byte);
  return found < 0 ? end : from + found;
}

/** Each half of a surrogate pair is two of its four bytes; keys and names have none. */
export function utf8Length(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
}

/** Of the four hex digits at `from`; -1: not all of them are any. */
export function escapedUnit(chunk: Buffer, from: number): number {
  if (from + HEX_DIGITS > chunk.length) return -1;
  let unit = 0;
  for (let at = from; at < from + HEX_DIGITS; at += 1) {
    const byte = chunk[at]!;
    const letter = byte | 0x20;
    if (!(byte >= 0x30 && byte <= 0x39) && !(letter >= 0x61 && letter <= 0x66)) return -1;
    unit = (unit << 4) | hexValue(byte);
  }
  return unit;
}

/** Of what is no hex digit it does not matter which: no parser takes it. */
function hexValue(byte: number): number {
  if (byte <= 0x39) return byte & 0x0f;
  return ((byte & 0x0f) + 9) & 0x0f;
}

/** Where the closing quote of a short string stands that is here whole and has no escapes; -1: it is another. */
export function plainEnd(chunk: Buffer, from: number, end: number): number {
  const last = Math.min(end, from + MAX_KEPT + 1);
  for (let at = from; at < last; at += 1) {
    const byte = chunk[at]!;
    if (byte === JSON_QUOTE) return at;
    if (byte === BACKSLASH) return -1;
  }
  return -1;
}
