import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandResult } from './command.js';

export const CGW = join(import.meta.dirname, '../../../bin/credential-gateway.mjs');

export interface Circumstances {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** For who is not root, where a test needs a person whom the system refuses something. */
  readonly uid?: number;
  readonly cwd?: string;
}

/** A person's shell: a home of its own, nothing but these variables. */
export interface Person {
  readonly folder: string;
  environment(env?: Readonly<Record<string, string>>): Record<string, string>;
  cgw(args: readonly string[], circumstances?: Circumstances): Promise<CommandResult>;
  close(): Promise<void>;
}

export async function makePerson(settings: Readonly<Record<string, string>>): Promise<Person> {
  const folder = await mkdtemp(join(tmpdir(), 'cg-person-'));
  const environment = (env: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    PATH: process.env.PATH ?? '',
    HOME: folder,
    CREDENTIAL_GATEWAY_HOME: join(folder, 'gateway'),
    ...settings,
    ...env,
  });
  return {
    folder,
    environment,
    cgw: (args, { env, input = '', uid, cwd } = {}) =>
      new Promise((resolve) => {
        const options = {
          env: environment(env),
          timeout: 120_000,
          maxBuffer: 256 * 1024 ** 2,
          ...(uid !== undefined && { uid, gid: uid }),
          ...(cwd !== undefined && { cwd }),
        };
        const child = execFile(process.execPath, [CGW, ...args], options, (error, stdout, stderr) =>
          resolve({
            status: error === null ? 0 : typeof error.code === 'number' ? error.code : -1,
            stdout,
            stderr,
          }),
        );
        child.stdin!.on('error', () => undefined).end(input);
      }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** What a command that failed says of it, in one line of JSON. */
export function failureOf({ stderr }: CommandResult): { error: string; code: string; action?: string } {
  return JSON.parse(stderr) as { error: string; code: string; action?: string };
}

export interface Step {
  /** A regular expression over what was shown since the last step. */
  readonly expect: string;
  readonly send: string;
}

export interface Shown {
  /** All of it, errors included. */
  readonly shown: string;
  /** Minus the number of a signal that ended it. */
  readonly status: number;
  /** Whether the terminal echoes and edits lines again as it did before. */
  readonly restored: boolean;
  /** Steps that were never reached. */
  readonly missed: readonly string[];
}

/** On a terminal of its own, where somebody types. */
export function onTerminal(
  line: readonly string[],
  env: Readonly<Record<string, string>>,
  steps: readonly Step[] = [],
): Promise<Shown> {
  return new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, 'terminal.py');
    const child = execFile('python3', [script], (error, stdout) =>
      error === null ? resolve(JSON.parse(stdout) as Shown) : reject(new Error(error.message)),
    );
    child.stdin!.end(JSON.stringify({ line, env: { TERM: 'xterm', ...env }, steps }));
  });
}
