/** The states of a turn (04 §8.1). */
export const TURN_STATUSES = [
  'queued',
  'dispatched',
  'running',
  'done',
  'failed',
  'aborted',
  'joining',
  'joined',
] as const;

export type TurnStatus = (typeof TURN_STATUSES)[number];
/** How an executor may end a run. */
export type TurnEnd = 'done' | 'failed' | 'aborted';

const ACTIVE: ReadonlySet<TurnStatus> = new Set(['queued', 'dispatched', 'running']);
const TERMINAL: ReadonlySet<TurnStatus> = new Set(['done', 'failed', 'aborted', 'joined']);

/** Holds the conversation: nothing else runs in it meanwhile. */
export function isActive(status: TurnStatus): boolean {
  return ACTIVE.has(status);
}

export function isTerminal(status: TurnStatus): boolean {
  return TERMINAL.has(status);
}

/** Has an executor. */
export function isLeased(status: TurnStatus): boolean {
  return status === 'dispatched' || status === 'running';
}
