const FIRST_SECONDS = 1;
const LONGEST_SECONDS = 300;
/** What a receiver may ask for at most. */
const LONGEST_ASKED_SECONDS = 3_600;

/** Seconds until the next attempt, after `attempts` that failed before this one; `random` is from 0 to 1. */
export function pauseAfter(attempts: number, retryAfter: number | null, random: number): number {
  const grown = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** Math.min(attempts, 16));
  const spread = grown * (0.5 + random / 2);
  return Math.max(spread, Math.min(retryAfter ?? 0, LONGEST_ASKED_SECONDS));
}
