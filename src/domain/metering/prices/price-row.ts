import type { TokenUsage } from '../usage/token-usage.js';

/** Nano-cents a token. */
export type Rates = Readonly<Record<keyof TokenUsage, bigint>>;

export const TOKEN_KINDS = ['input', 'output', 'cacheRead', 'cacheWrite', 'cacheWriteHour'] as const;

/** What the models of one row of the table cost (06 §13.4.6). */
export class PriceRow {
  /** Between the `*` of the pattern. */
  private readonly parts: readonly string[];

  constructor(
    readonly provider: string,
    /** Null: the highest rates of the provider, for models that no row is about. */
    readonly pattern: string | null,
    readonly rates: Rates,
    /** Tokens that one answer has at most. */
    readonly largestOutput: number,
  ) {
    this.parts = (pattern ?? '').split('*');
  }

  /** Nano-cents, exact; of tokens of many calls what they come to one by one. */
  cost(usage: TokenUsage): bigint {
    const { rates } = this;
    let cost = BigInt(usage.input) * rates.input + BigInt(usage.output) * rates.output;
    if (usage.cacheRead > 0) cost += BigInt(usage.cacheRead) * rates.cacheRead;
    if (usage.cacheWrite > 0) cost += BigInt(usage.cacheWrite) * rates.cacheWrite;
    if (usage.cacheWriteHour > 0) cost += BigInt(usage.cacheWriteHour) * rates.cacheWriteHour;
    return cost;
  }

  /** A prefix, in which `*` stands for anything. Parts are found from the left, so no step is taken back. */
  isAbout(model: string): boolean {
    const [first] = this.parts;
    if (!model.startsWith(first!)) return false;
    let at = first!.length;
    for (let index = 1; index < this.parts.length; index += 1) {
      const part = this.parts[index]!;
      const found = model.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return true;
  }
}
