import { spawn } from 'node:child_process';

export interface Told {
  /** Null where it could not be started, or a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly late: boolean;
  readonly error?: Error;
}

interface Question {
  readonly patienceMs: number;
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** What is asked of programs are lines, not files. */
const MAX_CHARACTERS = 8 * 1024 ** 2;

/** Asks another program and waits for its end; one that takes longer than that is killed. Never throws. */
export async function told(
  program: string,
  args: readonly string[],
  { patienceMs, input = '', env }: Question,
): Promise<Told> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'pipe', ...(env && { env }) });
    let [stdout, stderr] = ['', ''];
    const settle = (end: Pick<Told, 'status' | 'late' | 'error'>): void => {
      clearTimeout(timer);
      // What it started itself may hold them open, and this program with them.
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
      resolve({ stdout, stderr, ...end });
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      child.unref();
      settle({ status: null, late: true });
    }, patienceMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (stdout.length < MAX_CHARACTERS) stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < MAX_CHARACTERS) stderr += text;
    });
    child.once('error', (error) => settle({ status: null, late: false, error }));
    child.once('close', (status) => settle({ status, late: false }));
    child.stdin.on('error', () => undefined).end(input);
  });
}
