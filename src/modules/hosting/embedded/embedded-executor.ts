import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Database } from '../../../kernel/database/database.js';
import { onBehalfOf } from '../../../kernel/logging/request-context.js';
import { Metrics } from '../../../kernel/metrics/metrics.js';
import { OrganizationShares } from '../../../kernel/scheduling/fair-turns.js';
import { RunDirections } from '../conversations/runs/run-directions.js';
import { type Boot, RunQueue } from '../conversations/runs/run-queue.js';
import { RunRecovery } from '../conversations/runs/run-recovery.js';
import { WorkSignal } from '../conversations/turns/work-signal.js';
import { EmbeddedRunner } from '../runners/placement/embedded-runner.js';
import { ActiveRuns } from './active-runs.js';
import { ActiveRun } from './turn/active-run.js';
import { TurnRunner } from './turn/turn-runner.js';

/** 04 §8.7.3. */
const LOOK_MS = 1_000;
/** 04 §9.2. */
const HEARTBEAT_MS = 20_000;
/** 04 §11.1. */
const MAX_OF_AN_AGENT = 2;
const MAX_STOPS = 100;
const TOLD_EVERY_MS = 60_000;

/**
 * Runs the turns of agents that are placed here (04 §11): one runner for the deployment, of which every process with the
 * role `worker` is a boot. It claims under leases like any runner, so that processes share the work and none is lost.
 */
@Injectable()
export class EmbeddedExecutor implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(EmbeddedExecutor.name);
  private readonly active = new ActiveRuns();
  private readonly shares = new OrganizationShares();
  private readonly stopping = new AbortController();
  private boot: Boot | null = null;
  private working: Promise<void> = Promise.resolve();
  private looking: Promise<void> | null = null;
  private lookAgain = false;
  private heartbeat: NodeJS.Timeout | undefined;
  private toldAt = -Infinity;

  constructor(
    private readonly configuration: Configuration,
    private readonly db: Database,
    private readonly runner: EmbeddedRunner,
    private readonly queue: RunQueue,
    private readonly recovery: RunRecovery,
    private readonly directions: RunDirections,
    private readonly turns: TurnRunner,
    private readonly signal: WorkSignal,
    metrics: Metrics,
  ) {
    const { active } = this;
    metrics.gauge({
      name: 'hosting_embedded_turns',
      help: 'Turns of hosted agents that run on this server',
      collect() {
        this.set(active.size);
      },
    });
  }

  onApplicationBootstrap(): void {
    if (!this.runner.isOn || !this.configuration.serverRoles.has('worker')) return;
    this.heartbeat = setInterval(() => void this.renew(), HEARTBEAT_MS).unref();
    this.working = this.work();
  }

  async onModuleDestroy(): Promise<void> {
    await this.close(AbortSignal.abort());
  }

  /**
   * Takes nothing new, gives back what nobody saw anything of, and lets the others come to their end until the signal
   * aborts; what is left then fails honestly (04 §11.6).
   */
  async close(signal: AbortSignal): Promise<void> {
    this.stopping.abort();
    clearInterval(this.heartbeat);
    await this.working;
    await this.looking;
    this.active.stop('shutdown', (run) => !run.observable);
    const stop = (): void => this.active.stop('shutdown');
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    await this.active.allEnded();
    signal.removeEventListener('abort', stop);
  }

  private async work(): Promise<void> {
    const { signal } = this.stopping;
    const wait = this.signal.wait();
    try {
      while (!signal.aborted) {
        await this.look();
        await wait.next(LOOK_MS, signal);
      }
    } finally {
      wait.stop();
    }
  }

  /** One look at a time; who asks meanwhile is answered by another one. */
  private look(): Promise<void> {
    this.lookAgain = true;
    this.looking ??= this.lookAround().finally(() => (this.looking = null));
    return this.looking;
  }

  private async lookAround(): Promise<void> {
    while (this.lookAgain && !this.stopping.signal.aborted) {
      this.lookAgain = false;
      await this.round().catch((error: unknown) => this.tell(error));
    }
  }

  private async round(): Promise<void> {
    const boot = (this.boot ??= await this.begin());
    if (this.active.size > 0) {
      const stops = await this.directions.stops(boot, MAX_STOPS);
      for (const { leaseId } of stops) this.active.find(leaseId)?.stop('abort');
    }
    const free = this.configuration.embeddedRunnerConcurrency - this.active.size;
    if (free <= 0) return;
    const asked = performance.now();
    const turns = await this.queue.claimInTurn(boot, free, {
      ofAgent: MAX_OF_AN_AGENT,
      capacity: this.configuration.embeddedRunnerConcurrency,
      busy: this.active.byAgent(),
      recent: this.shares.recent(),
    });
    for (const turn of turns) {
      this.shares.used(turn.organizationId);
      this.start(new ActiveRun(turn, boot, asked, this.configuration.turnCeilingSeconds));
    }
  }

  /** A name that is kept over starts is one process's: what its start before this one held nobody has any more. */
  private async begin(): Promise<Boot> {
    const { embeddedInstanceId } = this.configuration;
    const name = embeddedInstanceId ?? hostname().slice(0, 63);
    const boot = {
      runnerId: await this.runner.id(this.db),
      bootId: `${name}:${randomBytes(8).toString('hex')}`,
    };
    if (embeddedInstanceId !== null) await this.recovery.supersedeNamed(boot, `${name}:`);
    return boot;
  }

  private start(run: ActiveRun): void {
    // What it asks of all that organizations share, it asks in its organization's turn (R62).
    const ended = onBehalfOf(run.turn.organizationId, () => this.turns.run(run)).then(() => run.over());
    void this.active.add(run, ended).then(() => this.look());
  }

  private async renew(): Promise<void> {
    const { leaseIds } = this.active;
    if (this.boot === null || leaseIds.length === 0) return;
    const asked = performance.now();
    try {
      this.active.renewed(leaseIds, await this.queue.renew(this.boot, leaseIds), asked);
    } catch (error) {
      // Each run stops by itself before its lease is over.
      this.tell(error);
    }
  }

  private tell(err: unknown): void {
    const now = performance.now();
    if (now - this.toldAt < TOLD_EVERY_MS) return;
    this.toldAt = now;
    this.log.error({ err }, 'embedded runner could not claim work');
  }
}
