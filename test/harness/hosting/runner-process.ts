import { type ChildProcess, spawn } from 'node:child_process';
import { until } from '../time/until.js';
import { CGW } from '../server/cgw.js';

/** `cgw runner` as its operator starts it: a process of its own that can be killed. */
export class RunnerProcess {
  private said = '';

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.said += text));
  }

  static start(args: readonly string[], env: Readonly<Record<string, string>>): RunnerProcess {
    const child = spawn(process.execPath, [CGW, 'runner', ...args], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new RunnerProcess(child);
  }

  get output(): string {
    return this.said;
  }

  async registered(): Promise<this> {
    await until(() => this.said.includes('Registered') || this.child.exitCode !== null);
    if (!this.said.includes('Registered')) throw new Error(`It did not register: ${this.said}`);
    return this;
  }

  /** No goodbye. */
  kill(): Promise<number | null> {
    return this.ended('SIGKILL');
  }

  stop(): Promise<number | null> {
    return this.ended('SIGTERM');
  }

  /** Its exit status, when it ends by itself. */
  async ended(signal?: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const over = new Promise<number | null>((resolve) => this.child.once('exit', resolve));
    if (signal !== undefined) this.child.kill(signal);
    return over;
  }
}
