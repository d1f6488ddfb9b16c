/** What a runner says of the compute of an agent (04 §9.2). */
export const COMPUTE_STATES = ['starting', 'running', 'stopped', 'failed'] as const;
export type ComputeState = (typeof COMPUTE_STATES)[number];

export interface Compute {
  readonly state: ComputeState;
  /** The runner's own word for one start of it; null while it has none. */
  readonly ref: string | null;
}

export interface ComputeReport {
  readonly state: ComputeState;
  readonly ref: string | undefined;
}

export interface ComputeChange extends Compute {
  /** What ran before is gone, and with it what it held. */
  readonly isGone: boolean;
  /** It is another one that runs now. */
  readonly isNew: boolean;
}

export function isStarted(state: ComputeState): boolean {
  return state === 'starting' || state === 'running';
}

/** What a report changes; null for one that speaks of an earlier start, and must not undo the newer one. */
export function computeAfter(known: Compute, report: ComputeReport): ComputeChange | null {
  const ref = report.ref ?? null;
  switch (report.state) {
    case 'starting':
      if (known.state === 'running') return null;
      return { state: 'starting', ref, isGone: false, isNew: true };
    case 'running': {
      const isNew = known.state !== 'running' || known.ref !== ref;
      return { state: 'running', ref, isGone: isStarted(known.state) && differs(known.ref, ref), isNew };
    }
    case 'stopped':
    case 'failed': {
      if (isStarted(known.state) && !speaksOf(known, report)) return null;
      return { state: report.state, ref: ref ?? known.ref, isGone: isStarted(known.state), isNew: false };
    }
  }
}

/** What was started without a word is not told apart, but a start that has none yet is not stopped by an earlier one's. */
function speaksOf({ state, ref }: Compute, report: ComputeReport): boolean {
  if (report.ref === undefined || report.ref === ref) return true;
  return ref === null && (state === 'running' || report.state === 'failed');
}

/** Whether a word from inside it is about this compute. */
export function isOf({ ref }: Compute, told: string): boolean {
  return ref === null || ref === told;
}

function differs(one: string | null, other: string | null): boolean {
  return one !== null && one !== other;
}
