import {
  BACKSLASH,
  CLASS,
  CR,
  EQUALS,
  HEX_DIGIT,
  IN_VALUE,
  LF,
  QUOTE,
  QUOTED,
  SEMICOLON,
  TOKEN,
} from '../bytes.js';

/** 15 digits are exact enough to be compared with the largest length that is. */
const MAX_DIGITS = 15;

const SIZE = 0;
const NAME_START = 1;
const NAME = 2;
const VALUE_START = 3;
const TOKEN_VALUE = 4;
const QUOTED_VALUE = 5;
const QUOTED_PAIR = 6;
const QUOTED_END = 7;
const LAST_LF = 8;
export const LINE_READ = 9;
export const LINE_BROKEN = 10;

/**
 * The line before a chunk, `chunk-size [ chunk-ext ] CRLF` (RFC 9112 §7.1), byte by byte. Extensions are read by
 * their grammar, without the blanks that it tolerates, and dropped: readers that skip them by other rules end the line
 * elsewhere, and what one takes for an extension another takes for a chunk.
 */
export class ChunkLine {
  size = 0;
  /** How many bytes of extensions were read since the body began. */
  extensionBytes = 0;
  private digits = 0;
  private state = SIZE;

  begin(): void {
    this.size = 0;
    this.digits = 0;
    this.state = SIZE;
  }

  /** `LINE_READ` at the last byte of the line, `LINE_BROKEN` where it is refused. */
  step(byte: number): number {
    if (this.state === SIZE && (CLASS[byte]! & HEX_DIGIT) !== 0) this.digit(byte);
    else this.state = this.after(byte);
    if (this.state > SIZE && this.state < LAST_LF) this.extensionBytes += 1;
    return this.state;
  }

  private digit(byte: number): void {
    this.digits += 1;
    this.size = this.size * 16 + (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57);
    if (this.digits > MAX_DIGITS || this.size > Number.MAX_SAFE_INTEGER) this.state = LINE_BROKEN;
  }

  private after(byte: number): number {
    const kind = CLASS[byte]!;
    switch (this.state) {
      case SIZE:
        return this.digits > 0 ? endOfPart(byte) : LINE_BROKEN;
      case NAME_START:
        return kind & TOKEN ? NAME : LINE_BROKEN;
      case NAME:
        if (byte === EQUALS) return VALUE_START;
        return kind & TOKEN ? NAME : endOfPart(byte);
      case VALUE_START:
        if (byte === QUOTE) return QUOTED_VALUE;
        return kind & TOKEN ? TOKEN_VALUE : LINE_BROKEN;
      case TOKEN_VALUE:
        return kind & TOKEN ? TOKEN_VALUE : endOfPart(byte);
      case QUOTED_VALUE:
        if (byte === QUOTE) return QUOTED_END;
        if (byte === BACKSLASH) return QUOTED_PAIR;
        return kind & QUOTED ? QUOTED_VALUE : LINE_BROKEN;
      case QUOTED_PAIR:
        return kind & IN_VALUE ? QUOTED_VALUE : LINE_BROKEN;
      case QUOTED_END:
        return endOfPart(byte);
      default:
        return byte === LF ? LINE_READ : LINE_BROKEN;
    }
  }
}

function endOfPart(byte: number): number {
  if (byte === CR) return LAST_LF;
  return byte === SEMICOLON ? NAME_START : LINE_BROKEN;
}
