import { fork } from 'node:child_process';
import { setTimeout as after } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';
import { Worker } from './worker.js';

const READY_WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** Whoever lived this long did not die of how it starts. */
const HEALTHY_AFTER_MS = 60_000;

export interface WorkerProgram {
  readonly path: string;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * The other processes that share this one's gateway port (06 §2 `GATEWAY_WORKERS`). Each is a whole gateway of its own:
 * what they agree on, they agree on through the database, as replicas on other machines do. One that dies is started
 * again; they end with this process, however it ends.
 */
@Injectable()
export class Workers {
  private readonly log = new Logger(Workers.name);
  private readonly running = new Set<Worker>();
  private readonly keepers: Promise<void>[] = [];
  private readonly stopping = new AbortController();
  private program: WorkerProgram | null = null;

  constructor(metrics: Metrics) {
    const { running } = this;
    metrics.gauge({
      name: 'gateway_workers',
      help: 'Worker processes that share the gateway port and accept connections',
      collect() {
        this.set([...running].filter(({ ready }) => ready).length);
      },
    });
    metrics.include(() => Promise.all([...running].map((worker) => worker.measurements())));
  }

  /** Resolves when all of them take connections. Rejects when one does not, and ends the others. */
  async start(count: number, program: WorkerProgram): Promise<void> {
    this.program = program;
    const first = Array.from({ length: count }, () => this.open());
    try {
      const late = after(READY_WITHIN_MS, null, { ref: false }).then(() => {
        throw new Error('The processes that share the gateway port did not become ready');
      });
      await Promise.race([Promise.all(first.map(({ worker, ready }) => readyOrDead(worker, ready))), late]);
    } catch (error) {
      await this.close(AbortSignal.abort());
      throw error;
    }
    for (const { worker } of first) this.keepers.push(this.keep(worker));
  }

  /** Lets them finish what they are about until the signal, then ends them. */
  async close(signal: AbortSignal): Promise<void> {
    this.stopping.abort();
    for (const worker of this.running) worker.stop();
    const kill = (): void => this.running.forEach((worker) => worker.kill());
    if (signal.aborted) kill();
    else signal.addEventListener('abort', kill, { once: true });
    await Promise.all([...this.running].map(({ ended }) => ended));
    await Promise.all(this.keepers);
  }

  private open(): { worker: Worker; ready: Promise<void> } {
    const { path, environment } = this.program!;
    let worker!: Worker;
    const ready = new Promise<void>((resolve) => {
      worker = new Worker(fork(path, { env: environment, stdio: 'inherit' }), resolve);
    });
    this.running.add(worker);
    void worker.ended.then(() => this.running.delete(worker));
    return { worker, ready };
  }

  /** Starts another one in its place whenever it ends, ever more slowly while that does not help. */
  private async keep(first: Worker): Promise<void> {
    let worker = first;
    let pause = FIRST_PAUSE_MS;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const code = await worker.ended;
      if (signal.aborted) return;
      this.log.error({ code }, 'gateway worker process exited; starting another one');
      const healthy = performance.now() - worker.startedAt > HEALTHY_AFTER_MS;
      pause = healthy ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, pause * 2);
      await after(pause, null, { signal, ref: false }).catch(() => null);
      if (signal.aborted) return;
      worker = this.open().worker;
    }
  }
}

async function readyOrDead(worker: Worker, ready: Promise<void>): Promise<void> {
  const died = worker.ended.then((code) => {
    throw new Error(`A process that shares the gateway port ended while it started (${code})`);
  });
  await Promise.race([ready, died]);
  died.catch(() => undefined);
}
