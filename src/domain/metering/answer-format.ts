import type { Findings } from './findings.js';
import type { Shape } from './shape.js';
import type { TokenUsage } from './token-usage.js';

/** How the answers of a provider are read. */
export interface AnswerFormat {
  readonly shape: Shape;
  readonly slots: { readonly numbers: number; readonly names: number };
  /** Null: the answer tells no usage. `estimated`: it does not tell all of it. */
  usageOf(found: Findings): { usage: TokenUsage; estimated: boolean } | null;
}
