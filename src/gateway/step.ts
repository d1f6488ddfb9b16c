import type { Verdict } from './verdicts.js';

/** How a step of 06 §19 ends: the request goes on with what was found, or is refused and no later step is asked. */
export type Step<Found = void> = GoesOn<Found> | Refused;

export interface GoesOn<Found> {
  readonly refused: false;
  readonly found: Found;
}

export interface Refused {
  readonly refused: true;
  readonly verdict: Verdict;
}

/** For steps that find nothing out. */
export const GOES_ON: GoesOn<void> = Object.freeze({ refused: false, found: undefined });

export function goesOn<Found>(found: Found): GoesOn<Found> {
  return { refused: false, found };
}

export function refused(verdict: Verdict): Refused {
  return { refused: true, verdict };
}
