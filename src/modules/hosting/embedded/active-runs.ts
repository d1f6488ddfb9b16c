import type { RenewedLease } from '../conversations/runs/run-queue.js';
import type { ActiveRun } from './turn/active-run.js';
import type { StopCause } from './turn/run-stopped.js';

/** The turns that this process has under way. */
export class ActiveRuns {
  private readonly byLease = new Map<string, { run: ActiveRun; ended: Promise<void> }>();

  get size(): number {
    return this.byLease.size;
  }

  get leaseIds(): string[] {
    return [...this.byLease.keys()];
  }

  /** Until `ended` resolves; what this answers does so then. */
  add(run: ActiveRun, ended: Promise<void>): Promise<void> {
    const { leaseId } = run.claim;
    const gone = ended.then(() => void this.byLease.delete(leaseId));
    this.byLease.set(leaseId, { run, ended: gone });
    return gone;
  }

  find(leaseId: string): ActiveRun | undefined {
    return this.byLease.get(leaseId)?.run;
  }

  /** How many of which agent. */
  byAgent(): Map<string, number> {
    const counted = new Map<string, number>();
    for (const { run } of this.byLease.values()) {
      const { agentId } = run.turn;
      counted.set(agentId, (counted.get(agentId) ?? 0) + 1);
    }
    return counted;
  }

  /** The answer to a question for these leases, made at that moment. */
  renewed(leaseIds: readonly string[], held: readonly RenewedLease[], asked: number): void {
    const leases = new Map(held.map((lease) => [lease.leaseId, lease]));
    for (const leaseId of leaseIds) {
      const run = this.find(leaseId);
      const lease = leases.get(leaseId);
      if (lease === undefined) run?.stop('lease_lost');
      else run?.lease.renewed(asked);
      if (lease?.abortRequested) run?.stop('abort');
    }
  }

  stop(why: StopCause, which: (run: ActiveRun) => boolean = () => true): void {
    for (const { run } of this.byLease.values()) if (which(run)) run.stop(why);
  }

  async allEnded(): Promise<void> {
    await Promise.all(Array.from(this.byLease.values(), ({ ended }) => ended));
  }
}
