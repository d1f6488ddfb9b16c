import type { Findings } from '../json/findings.js';
import type { JsonSelector } from '../json/json-selector.js';
import type { TokenUsage } from './token-usage.js';

/** How the answers of a provider are read. */
export interface AnswerFormat {
  readonly shape: JsonSelector;
  readonly slots: { readonly numbers: number; readonly names: number };
  /** Null: the answer tells no usage. `estimated`: it does not tell all of it. */
  usageOf(found: Findings): { usage: TokenUsage; estimated: boolean } | null;
}
