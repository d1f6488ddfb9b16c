const LONGEST = 24;
/** No call has as many tokens: who says so says nothing. */
const MOST_COUNTED = 1_000_000_000;
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
      const octet = chunk[at]!;
      if (!isPart(octet)) return at;
      if (this.digits.length < LONGEST) this.digits += String.fromCharCode(octet);
    }
    return -1;
  }

  /** Null for what is no number of tokens. */
  get value(): number | null {
    const value = Number(this.digits);
    return Number.isInteger(value) && value >= 0 && value <= MOST_COUNTED ? value : null;
  }
}

export function beginsNumber(octet: number): boolean {
  return isDigit(octet) || octet === MINUS;
}

function isDigit(octet: number): boolean {
  return octet >= 0x30 && octet <= 0x39;
}

/** Digits, signs, dots and exponents. */
function isPart(octet: number): boolean {
  return beginsNumber(octet) || octet === 0x2e || octet === 0x2b || octet === 0x65 || octet === 0x45;
}
