/** What a call used, in tokens; no token is counted in two of them. */
export interface TokenUsage {
  /** Neither read from a cache nor written into one. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** Kept for five minutes. */
  readonly cacheWrite: number;
  /** Kept for an hour. */
  readonly cacheWriteHour: number;
}

/** How many bytes of text are counted as a token where nobody tells (06 §13.4.5). */
const BYTES_A_TOKEN = 4;

export function estimatedTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_A_TOKEN);
}

/** Of a number that was not told. */
export function told(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

/** Tokens of many calls. */
export type TokenSums = { -readonly [kind in keyof TokenUsage]: number };

export function noTokens(): TokenSums {
  return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0 };
}

export function addTokens(sums: TokenSums, usage: TokenUsage): void {
  sums.input += usage.input;
  sums.output += usage.output;
  sums.cacheRead += usage.cacheRead;
  sums.cacheWrite += usage.cacheWrite;
  sums.cacheWriteHour += usage.cacheWriteHour;
}
