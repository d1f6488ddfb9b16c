/**
 * Events of an attempt are numbered by its executor from 1 (04 §9.1.3): the next number is taken, repeats are ignored,
 * anything further on is a gap. Answers how many of the batch are known already; null for a gap.
 */
export function knownOf(first: number, count: number, acceptedThrough: number): number | null {
  if (first > acceptedThrough + 1) return null;
  return Math.min(acceptedThrough + 1 - first, count);
}
