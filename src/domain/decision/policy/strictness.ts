import type { Decision } from './model.js';

/** Rank of a rule that adds nothing to what it lets pass. */
export const PLAIN_RANK = 3;

/** The rank of 02 §6.9, of a verdict: lower is stricter. */
export function strictness(decision: Decision): number {
  if (decision.kind !== 'pass') return 0;
  return decision.approval ? 1 : decision.limits.length > 0 ? 2 : PLAIN_RANK;
}
