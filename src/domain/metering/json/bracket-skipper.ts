import { plainEnd, type StringReader } from './string-reader.js';
import { CLOSE_ARRAY, OPEN_ARRAY, JSON_QUOTE } from './structure.js';

const BRACE_BIT = 0x20;

/** Passes over a value in brackets that arrives in any pieces. What stands in its strings is no bracket. */
export class BracketSkipper {
  private depth = 0;
  private inString = false;

  /** `string` belongs to whoever reads around the value. */
  constructor(private readonly string: StringReader) {}

  /** The first bracket was read. */
  begin(): void {
    this.depth = 1;
    this.inString = false;
  }

  /** The index behind the last bracket, or -1 when the value goes on behind `end`. */
  read(chunk: Buffer, from: number, end: number): number {
    let at = from;
    while (at < end) {
      if (!this.inString) {
        at = this.behindBrackets(chunk, at, end);
        if (this.depth === 0) return at;
      } else {
        at = this.string.read(chunk, at, end);
        if (at < 0) return -1;
        this.inString = false;
      }
    }
    return -1;
  }

  /** Up to the last bracket, or to a string that is not here whole. */
  private behindBrackets(chunk: Buffer, from: number, end: number): number {
    let { depth } = this;
    let at = from;
    while (at < end && depth > 0) {
      const byte = chunk[at]!;
      at += 1;
      if (byte === JSON_QUOTE) {
        const close = plainEnd(chunk, at, end);
        if (close < 0) {
          this.string.begin('nothing');
          this.inString = true;
          break;
        }
        at = close + 1;
        continue;
      }
      // Both kinds of brackets in one comparison: they differ in this bit.
      const bracket = byte & ~BRACE_BIT;
      if (bracket === OPEN_ARRAY) depth += 1;
      else if (bracket === CLOSE_ARRAY) depth -= 1;
    }
    this.depth = depth;
    return at;
  }
}
