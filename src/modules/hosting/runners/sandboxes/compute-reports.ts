import { Injectable, Logger } from '@nestjs/common';
import { redactText } from '../../../../domain/text/redact-text.js';
import {
  computeAfter,
  type ComputeState,
  isStarted,
} from '../../../../domain/agents/sandboxes/compute-report.js';
import { Database } from '../../../../kernel/database/database.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { type HeldLease, RunRecovery } from '../../conversations/runs/run-recovery.js';
import { RunReleases } from '../../conversations/runs/run-releases.js';
import { runErrors } from '../../conversations/runs/run.errors.js';
import { Processes } from './processes.js';
import { type Place, SandboxStore } from './sandbox-store.js';

export interface StateReport {
  state: ComputeState;
  computeRef?: string | undefined;
  homeRef?: string | undefined;
  reasonCode?: string | undefined;
  error?: string | undefined;
}

/** What becomes of an agent's compute (04 §9.2), and of what it worked on. */
@Injectable()
export class ComputeReports {
  private readonly log = new Logger(ComputeReports.name);

  constructor(
    private readonly db: Database,
    private readonly store: SandboxStore,
    private readonly processes: Processes,
    private readonly recovery: RunRecovery,
    private readonly releases: RunReleases,
  ) {}

  async take(place: Place, report: StateReport): Promise<void> {
    const { state, reasonCode, error } = report;
    if (!isUuid(place.agentId)) throw new AppError(runErrors.run_not_found);
    const held = await this.record(place, report);
    if (state === 'failed') {
      const told = { agentId: place.agentId, code: reasonCode ?? 'none', reason: redactText(error ?? '') };
      this.log.warn(told, 'sandbox of an agent failed');
    }
    if (held === null || isStarted(state)) return;
    // What was handed out and has not begun is begun in the next start.
    if (reasonCode === undefined) await this.recovery.loseNow(held.filter(({ running }) => running));
    else await this.releases.startFailed(place, held, reasonCode);
  }

  /** The runs that were under way in what is gone; null where nothing changed. */
  private record(place: Place, { state, computeRef, homeRef }: StateReport): Promise<HeldLease[] | null> {
    return this.db.tx(async (tx) => {
      const known = await this.store.lock(tx, place);
      if (known === null) {
        if (isStarted(state) || !(await this.store.forget(tx, place)))
          throw new AppError(runErrors.run_not_found);
        return null;
      }
      const change = computeAfter(known, { state, ref: computeRef });
      if (change === null) return null;
      await this.store.record(tx, place, change, homeRef);
      if (change.isGone) await this.processes.lose(tx, place);
      return isStarted(state) ? [] : this.recovery.heldBy(tx, place);
    });
  }
}
