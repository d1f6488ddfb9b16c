/**
 * Of each turn of the event loop, for what is read in pieces. Whoever asks for something small beside it waits for some
 * five turns, each of them as long as this and what else there is to do; a turn of its own costs a reading less than a
 * tenth of it (ADR 122).
 */
export const TURN_MS = 1;

/**
 * True once the turn is over. What it takes to come to where a reading had stopped, such as asking again what was
 * answered, is no progress: as much time again goes into the reading at least.
 */
export function turnFrom(clock: () => number): () => boolean {
  const begun = clock();
  let over: number | null = null;
  return () => {
    const now = clock();
    over ??= Math.max(begun + TURN_MS, now + (now - begun));
    return now >= over;
  };
}
