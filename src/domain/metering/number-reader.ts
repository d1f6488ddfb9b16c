const LONGEST = 24;
/** No call has as many tokens: who says so says nothing. */
const MOST_COUNTED = 1_000_000_000;
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
      const octet = chunk[at]!;
      if (isDigit(octet) && this.text === null) {
        if (this.count === LONGEST) continue;
        this.total = this.total * 10 + (octet & 0x0f);
        this.count += 1;
        continue;
      }
      if (!isPart(octet)) return at;
      this.text ??= this.count === 0 ? '' : String(this.total);
      if (this.text.length < LONGEST) this.text += String.fromCharCode(octet);
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
  return Number.isInteger(value) && value >= 0 && value <= MOST_COUNTED;
}

/** Where a number stands behind that is here whole and nothing but digits; -1: it is another. */
export function digitsEnd(chunk: Buffer, from: number, end: number): number {
  const last = Math.min(end, from + LONGEST);
  let at = from;
  while (at < last && isDigit(chunk[at]!)) at += 1;
  return at === last || isPart(chunk[at]!) ? -1 : at;
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
