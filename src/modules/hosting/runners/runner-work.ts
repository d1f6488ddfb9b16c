import { Injectable } from '@nestjs/common';
import { Drain } from '../../../kernel/process/drain.js';
import { RunDirections } from '../conversations/runs/run-directions.js';
import { type Boot, RunQueue } from '../conversations/runs/run-queue.js';
import { WorkSignal } from '../conversations/turns/work-signal.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { ComposedRuns } from './composed-runs.js';
import type { RunnerCapabilities } from './records/runner.entity.js';
import { runnerErrors } from './records/runner.errors.js';
import { RunnerStore } from './runner-store.js';
import { Homes } from './sandboxes/homes.js';
import { Restarts } from './sandboxes/restarts.js';
import { SandboxStops } from './sandboxes/sandbox-stops.js';

/** 04 §9.1.6; runs are counted by the caller. */
const MAX_STEERS = 5;
const MAX_ABORTS = 5;
const MAX_SYNCS = 3;
const MAX_STOPS = 5;
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
    private readonly restarts: Restarts,
    private readonly homes: Homes,
    private readonly sandboxes: SandboxStops,
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

  /** In this order, so that no run begins in a sandbox that is over, and none is stopped that has one. */
  private async due(boot: Boot, limit: number, capabilities: RunnerCapabilities): Promise<object[]> {
    const { steer = false, attachments = false, history = false } = capabilities;
    const { runnerId } = boot;
    const aborts = await this.directions.stops(boot, MAX_ABORTS);
    await this.restarts.check(runnerId);
    const syncs = await this.homes.due(runnerId, MAX_SYNCS);
    const runs: object[] = [];
    for (const turn of await this.queue.claim(boot, limit)) {
      const run = await this.runs.compose(turn, { attachments, history });
      if (run !== null) runs.push(run);
    }
    const stops = await this.sandboxes.due(runnerId, capabilities, MAX_STOPS);
    const steers = steer ? await this.directions.steers(boot, MAX_STEERS) : [];
    return [
      ...aborts.map((abort) => ({ kind: 'turn.abort', ...abort })),
      ...syncs.map((sync) => ({ kind: 'agent.sync', ...sync })),
      ...runs,
      ...stops.map((stop) => ({ kind: 'agent.stop', ...stop })),
      ...steers.map((said) => ({ kind: 'turn.steer', ...said })),
    ];
  }
}
