import { Injectable } from '@nestjs/common';
import { Drain } from '../../../kernel/ops/drain.js';
import { RunDirections } from '../conversations/runs/run-directions.js';
import { type Boot, RunQueue } from '../conversations/runs/run-queue.js';
import { WorkSignal } from '../conversations/turns/work-signal.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { ComposedRuns } from './composed-runs.js';
import type { RunnerCapabilities } from './runner.entity.js';
import { runnerErrors } from './runner.errors.js';
import { RunnerStore } from './runner-store.js';

/** 04 §9.1.6. */
const MOST_STEERS = 5;
const MOST_ABORTS = 5;
const LOOK_MS = 1_000;

export interface Poll {
  waitMs: number;
  limit: number;
  /** The daemon hung up. */
  gone: AbortSignal;
}

/** What a daemon is to do next; held until there is something (04 §9.2). */
@Injectable()
export class RunnerWork {
  constructor(
    private readonly store: RunnerStore,
    private readonly queue: RunQueue,
    private readonly directions: RunDirections,
    private readonly runs: ComposedRuns,
    private readonly work: WorkSignal,
    private readonly drain: Drain,
  ) {}

  /** Work that the daemon never receives comes back when its lease runs out (04 §8.4.4). */
  async next(boot: Boot, { waitMs, limit, gone }: Poll): Promise<object[]> {
    const capabilities = await this.store.capabilitiesOf(boot.runnerId);
    const until = performance.now() + waitMs;
    const over = AbortSignal.any([gone, this.drain.signal]);
    const wait = this.work.wait();
    try {
      for (;;) {
        const items = await this.due(boot, limit, capabilities);
        const left = until - performance.now();
        if (items.length > 0 || left <= 0 || over.aborted) return items;
        await wait.next(Math.min(left, LOOK_MS), over);
        if (!(await this.store.isCurrent(boot.runnerId, boot.bootId)))
          throw new AppError(runnerErrors.boot_superseded);
        if (over.aborted) return [];
      }
    } finally {
      wait.stop();
    }
  }

  private async due(
    boot: Boot,
    limit: number,
    { steer = false, attachments = false, history = false }: RunnerCapabilities,
  ): Promise<object[]> {
    const stops = await this.directions.stops(boot, MOST_ABORTS);
    const claimed = await this.queue.claim(boot, limit);
    const runs: object[] = [];
    for (const turn of claimed) {
      const run = await this.runs.compose(turn, { attachments, history });
      if (run !== null) runs.push(run);
    }
    const steers = steer ? await this.directions.steers(boot, MOST_STEERS) : [];
    return [
      ...stops.map((stop) => ({ kind: 'turn.abort', ...stop })),
      ...runs,
      ...steers.map((said) => ({ kind: 'turn.steer', ...said })),
    ];
  }
}
