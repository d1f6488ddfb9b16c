import { Buffer } from 'node:buffer';

const LARGEST_ONE_BYTE = 0xff;

/** Writes a text by its UTF-16 units, of which it has at most `capacity`: one pass, no string for each of them. */
export class TextWriter {
  private readonly units: Uint16Array;
  private length = 0;
  private all = 0;

  constructor(capacity: number) {
    this.units = new Uint16Array(capacity);
  }

  unit(code: number): void {
    this.units[this.length++] = code;
    this.all |= code;
  }

  /** U+FFFD for what is no code point. */
  character(codePoint: number): void {
    if (codePoint <= 0xffff) return this.unit(codePoint);
    if (codePoint > 0x10ffff) return this.unit(0xfffd);
    this.unit(0xd800 + ((codePoint - 0x10000) >> 10));
    this.unit(0xdc00 + ((codePoint - 0x10000) & 0x3ff));
  }

  copy(text: string, from: number, to: number): void {
    for (let at = from; at < to; at++) this.unit(text.charCodeAt(at));
  }

  /** Searched at half the price where every unit fits into one byte. */
  text(): string {
    const units = this.units.subarray(0, this.length);
    if (this.all > LARGEST_ONE_BYTE)
      return Buffer.from(units.buffer, 0, units.byteLength).toString('utf16le');
    return Buffer.from(units).toString('latin1');
  }
}
