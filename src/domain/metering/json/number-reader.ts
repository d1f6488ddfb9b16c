const LONGEST = 24;
/** No call has as many tokens: who says so says nothing. */
const MAX_COUNTED = 1_000_000_000;
const MINUS = 0x2d;

/** Reads one number of JSON in any pieces, as far as it may be one of tokens. */
export class NumberReader {
  /** Of digits alone, which nearly all are. */
  private total = 0;
  private count = 0;
  /** The whole of one that has more than digits; null so far. */
  private text: string | null = null;

  begin(): void {
    this.total = this.count = 0;
    this.text = null;
  }

  /** The index of what is no part of it, or -1 when it may go on behind `end`. */
  read(chunk: Buffer, from: number, end: number): number {
    for (let at = from; at < end; at += 1) {
      const byte = chunk[at]!;
      if (isDigit(byte) && this.text === null) {
        if (this.count === LONGEST) continue;
        this.total = this.total * 10 + (byte & 0x0f);
        this.count += 1;
        continue;
      }
      if (!isPart(byte)) return at;
      this.text ??= this.count === 0 ? '' : String(this.total);
      if (this.text.length < LONGEST) this.text += String.fromCharCode(byte);
    }
    return -1;
  }

  /** Null for what is no number of tokens. */
  get value(): number | null {
    const value = this.text === null ? this.total : Number(this.text);
    return isCount(value) ? value : null;
  }
}

/** Whether it may be a number of tokens. */
export function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_COUNTED;
}

/** Where a number stands behind that is here whole and nothing but digits; -1: it is another. */
export function digitsEnd(chunk: Buffer, from: number, end: number): number {
  const last = Math.min(end, from + LONGEST);
  let at = from;
  while (at < last && isDigit(chunk[at]!)) at += 1;
  return at === last || isPart(chunk[at]!) ? -1 : at;
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
