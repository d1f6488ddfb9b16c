import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { killGroup } from '../reports/process-identity.js';

const GRACE_MS = 5_000;
const MAX_OF_ERRORS = 2_000;

export interface Ended {
  /** Null for one that a signal ended. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** One command at work, with all that it starts: they are a group, and end together (04 §9.1.5). */
export class CommandProcess {
  readonly ended: Promise<Ended>;
  private errors = '';

  private constructor(readonly child: ChildProcessWithoutNullStreams) {
    child.stdin.on('error', () => undefined);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.errors = (this.errors + text).slice(-MAX_OF_ERRORS);
      process.stderr.write(text);
    });
    this.ended = new Promise((resolve) => {
      // Once all it wrote was read, whoever of its group holds its output open.
      child.once('exit', (status, signal) => {
        this.kill('SIGKILL');
        child.once('close', () => resolve({ status, signal }));
      });
    });
  }

  /** Rejects when it cannot be started. */
  static async start(
    [program, ...args]: readonly [string, ...string[]],
    cwd: string,
    env: Readonly<Record<string, string>>,
  ): Promise<CommandProcess> {
    const child = spawn(program, args, { cwd, env, detached: process.platform !== 'win32', stdio: 'pipe' });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return new CommandProcess(child);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** The end of what it wrote on standard error. */
  get lastWords(): string {
    return this.errors.trim();
  }

  write(text: string): void {
    if (this.child.stdin.writable) this.child.stdin.write(text);
  }

  /** Asks it to end, and ends it a little later. */
  async stop(): Promise<void> {
    this.kill('SIGTERM');
    const late = new AbortController();
    const killed = pause(GRACE_MS, undefined, { signal: late.signal }).then(
      () => this.kill('SIGKILL'),
      () => undefined,
    );
    await this.ended;
    late.abort();
    await killed;
  }

  kill(signal: NodeJS.Signals): void {
    killGroup(this.pid, signal);
  }
}
