/**
 * Why a run ends before it is through: a person stopped it, its time is over, somebody else has its lease, the process
 * stops.
 */
export type StopCause = 'abort' | 'ceiling' | 'lease_lost' | 'shutdown';

export class RunStopped extends Error {
  constructor(readonly why: StopCause) {
    super(`the run was stopped: ${why}`);
  }
}
