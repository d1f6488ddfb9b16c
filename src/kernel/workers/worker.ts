import type { ChildProcess } from 'node:child_process';
import type { Measurements } from '../metrics/metrics.js';
import type { FromWorker, ToWorker } from './messages.js';

/** A process whose loop stands still for so long is left out of what is measured. */
const METRICS_WITHIN_MS = 1_000;

/** One other process on the port, seen from the one that started it. */
export class Worker {
  readonly startedAt = performance.now();
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  private readonly questions = new Map<number, (metrics: Measurements | null) => void>();
  private asked = 0;
  private announced = false;

  constructor(
    private readonly child: ChildProcess,
    onReady: () => void,
  ) {
    child.on('message', (message: FromWorker) => {
      if (message.kind === 'metrics') return this.questions.get(message.id)?.(message.metrics);
      this.announced = true;
      onReady();
    });
    // A channel that breaks is the end of the process, which `exit` tells.
    child.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
      child.once('error', () => child.pid === undefined && resolve('not started'));
    });
  }

  get ready(): boolean {
    return this.announced && this.child.connected;
  }

  stop(): void {
    this.tell({ kind: 'stop' });
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** Null when it does not answer in time. */
  measurements(): Promise<Measurements | null> {
    const id = (this.asked += 1);
    return new Promise((resolve) => {
      const answer = (metrics: Measurements | null): void => {
        clearTimeout(timer);
        this.questions.delete(id);
        resolve(metrics);
      };
      const timer = setTimeout(answer, METRICS_WITHIN_MS, null);
      this.questions.set(id, answer);
      this.tell({ kind: 'metrics', id });
    });
  }

  private tell(message: ToWorker): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }
}
