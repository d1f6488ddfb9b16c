import type { Refusal } from './refusals.js';

/** What a question about a request comes to: something found, with which the request goes on, or a refusal. */
export type Outcome<Found> = GoesOn<Found> | Refused;

export interface GoesOn<Found> {
  readonly refused: false;
  readonly found: Found;
}

export interface Refused {
  readonly refused: true;
  readonly refusal: Refusal;
}

export function goesOn<Found>(found: Found): GoesOn<Found> {
  return { refused: false, found };
}

export function refused(refusal: Refusal): Refused {
  return { refused: true, refusal };
}
