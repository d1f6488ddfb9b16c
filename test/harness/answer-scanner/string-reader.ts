const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const UNICODE = 0x75;
const HEX_DIGITS = 4;
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

/** Reads one string of JSON after its opening quote, in any pieces, and says how many bytes of UTF-8 it has. */
export class StringReader {
  /** Of the string so far, escapes undone. */
  length = 0;
  /** The first `MAX_KEPT` of them, where they were to be kept. */
  readonly bytes = Buffer.alloc(MAX_KEPT);
  private keeping: Keeping = 'nothing';
  /** -1: in no escape; 0: after the backslash; 1 to 4: that many hex digits are to come. */
  private escape = -1;
  private codeUnit = 0;

  begin(keeping: Keeping): void {
    this.keeping = keeping;
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
    while (at < end) {
      if (this.escape >= 0) {
        this.unescape(chunk[at]!);
        at += 1;
        continue;
      }
      const begun = at;
      let byte = 0;
      while (at < end && (byte = chunk[at]!) !== QUOTE && byte !== BACKSLASH) at += 1;
      this.take(chunk, begun, at);
      if (at === end) return -1;
      at += 1;
      if (byte === QUOTE) return at;
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

  /** Each half of a surrogate pair is two of its four bytes; keys and names have none. */
  private addCodeUnit(unit: number): void {
    if (unit < 0x80) this.add(unit);
    else if (unit < 0x800 || (unit >= 0xd800 && unit < 0xe000))
      this.addAll(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f));
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

/** Of what is no hex digit it does not matter which: no parser takes it. */
function hexValue(byte: number): number {
  if (byte <= 0x39) return byte & 0x0f;
  return ((byte & 0x0f) + 9) & 0x0f;
}
