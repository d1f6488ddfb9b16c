import { isPromise } from './maybe-async.js';
import type { Refusal } from './refusals.js';

/** How a step of 06 §19 ends: the request goes on with what was found, or is refused and no later step is asked. */
export type Step<Found = void> = GoesOn<Found> | Refused;

export interface GoesOn<Found> {
  readonly refused: false;
  readonly found: Found;
}

export interface Refused {
  readonly refused: true;
  readonly refusal: Refusal;
}

/** A step in a list. What it finds out it writes into the request it is given, for those after it. */
export type Listed<Request> = (request: Request) => Promise<Step<unknown>> | Step<unknown>;

/** For steps that find nothing out. */
export const GOES_ON: GoesOn<void> = Object.freeze({ refused: false, found: undefined });

export function goesOn<Found>(found: Found): GoesOn<Found> {
  return { refused: false, found };
}

export function refused(refusal: Refusal): Refused {
  return { refused: true, refusal };
}

/** One step after the other, until one refuses; waits only for those that have to wait themselves. */
export function inOrder<Request>(
  steps: readonly Listed<Request>[],
  request: Request,
  from = 0,
): Promise<Step> | Step {
  for (let at = from; at < steps.length; at += 1) {
    const step = steps[at]!(request);
    if (isPromise(step)) {
      return step.then((ended) => (ended.refused ? ended : inOrder(steps, request, at + 1)));
    }
    if (step.refused) return step;
  }
  return GOES_ON;
}
