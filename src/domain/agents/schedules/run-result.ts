import type { TurnEnd } from '../conversations/turn-status.js';

/** 04 §3.2.7. */
export const MAX_FAILURES = 5;

export interface RunResult {
  readonly lastOutcome: 'ok' | 'failed';
  readonly consecutiveFailures: number;
}

/** What a run that is over means for its schedule: one that somebody stopped says nothing about the next. */
export function resultOf(status: TurnEnd, failuresBefore: number): RunResult {
  switch (status) {
    case 'done':
      return { lastOutcome: 'ok', consecutiveFailures: 0 };
    case 'failed':
      return { lastOutcome: 'failed', consecutiveFailures: failuresBefore + 1 };
    case 'aborted':
      return { lastOutcome: 'failed', consecutiveFailures: failuresBefore };
  }
}

/** Whether it has failed too often to go on by itself. */
export function isGivenUp({ consecutiveFailures }: Pick<RunResult, 'consecutiveFailures'>): boolean {
  return consecutiveFailures >= MAX_FAILURES;
}

/** Whoever stopped a run knows (04 §3.2.7). */
export function isReported(status: TurnEnd): boolean {
  return status !== 'aborted';
}
