import type { TextWriter } from './text-writer.js';

const REPLACEMENT = 0xfffd;

/**
 * The UTF-8 decoder of the Encoding Standard (§8.1.1), byte by byte, for runs that are mostly too short for the price
 * of a `TextDecoder`. What is no UTF-8 becomes U+FFFD, once for each maximal part of a sequence.
 */
export class Utf8Run {
  private codePoint = 0;
  private needed = 0;
  private lower = 0x80;
  private upper = 0xbf;

  constructor(private readonly writer: TextWriter) {}

  byte(byte: number): void {
    if (this.needed === 0) return this.lead(byte);
    if (byte < this.lower || byte > this.upper) {
      this.end();
      return this.lead(byte);
    }
    this.bounds(0x80, 0xbf);
    this.codePoint = (this.codePoint << 6) | (byte & 0x3f);
    if (--this.needed === 0) this.writer.character(this.codePoint);
  }

  /** The run is over; a sequence that is not is wrong. */
  end(): void {
    if (this.needed > 0) this.writer.unit(REPLACEMENT);
    this.needed = 0;
    this.bounds(0x80, 0xbf);
  }

  private lead(byte: number): void {
    if (byte < 0x80) this.writer.unit(byte);
    else if (byte >= 0xc2 && byte <= 0xdf) this.begin(1, byte & 0x1f);
    else if (byte >= 0xe0 && byte <= 0xef) {
      this.bounds(byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf);
      this.begin(2, byte & 0x0f);
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      this.bounds(byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf);
      this.begin(3, byte & 0x07);
    } else this.writer.unit(REPLACEMENT);
  }

  private begin(needed: number, bits: number): void {
    this.needed = needed;
    this.codePoint = bits;
  }

  private bounds(lower: number, upper: number): void {
    this.lower = lower;
    this.upper = upper;
  }
}
