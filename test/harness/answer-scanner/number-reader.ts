const LONGEST = 24;
/** No call has as many tokens: who says so says nothing. */
const MAX_COUNTED = 1_000_000_000;
const MINUS = 0x2d;

/** Reads one number of JSON in any pieces, as far as it may be one of tokens. */
export class NumberReader {
  private digits = '';

  begin(): void {
    this.digits = '';
  }

  /** The index of what is no part of it, or -1 when it may go on behind `end`. */
  read(chunk: Buffer, from: number, end: number): number {
    for (let at = from; at < end; at += 1) {
      const byte = chunk[at]!;
      if (!isPart(byte)) return at;
      if (this.digits.length < LONGEST) this.digits += String.fromCharCode(byte);
    }
    return -1;
  }

  /** Null for what is no number of tokens. */
  get value(): number | null {
    const value = Number(this.digits);
    return Number.isInteger(value) && value >= 0 && value <= MAX_COUNTED ? value : null;
  }
}

export function beginsNumber(byte: number): boolean {
  return isDigit(byte) || byte === MINUS;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Digits, signs, dots and exponents. */
function isPart(byte: number): boolean {
  return beginsNumber(byte) || byte === 0x2e || byte === 0x2b || byte === 0x65 || byte === 0x45;
}
