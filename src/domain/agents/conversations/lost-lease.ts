import { failureOf, type TurnFailure } from './turn-failure.js';

/** How often a run that never reached its executor is handed out anew for nothing (04 §8.4.4). */
export const MAX_UNRECEIVED = 5;

export interface LostRun {
  /** Something other than its start was accepted from this attempt, so it may have had effects. */
  readonly observable: boolean;
  /** The turn went back to the queue once already. */
  readonly requeued: boolean;
  /** The lease was renewed, or anything was reported under it. */
  readonly received: boolean;
  /** Attempts of this turn that nobody received. */
  readonly unreceived: number;
  /** A stop was requested. */
  readonly abortRequested: boolean;
}

export type Recovery =
  | { readonly to: 'queued'; readonly spends: 'requeue' | 'unreceived' }
  | { readonly to: 'aborted' }
  | ({ readonly to: 'failed' } & TurnFailure);

/** What a lost lease means for its turn (04 §8.4.3): a run is repeated only when nothing of it could be seen. */
export function recoveryOf(run: LostRun): Recovery {
  if (run.abortRequested) return { to: 'aborted' };
  if (run.observable) return { to: 'failed', ...failureOf('agent_restarted') };
  if (!run.received && run.unreceived < MAX_UNRECEIVED) return { to: 'queued', spends: 'unreceived' };
  if (!run.requeued) return { to: 'queued', spends: 'requeue' };
  return { to: 'failed', ...failureOf('agent_start_failed') };
}
