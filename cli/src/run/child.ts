import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { constants as system } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { note } from '../terminal/output.js';

/** Sent to this program and meant for the other (07 B12.12). */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGWINCH', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;
/** A terminal sends these to both by itself; twice they would be two: many programs take a second Ctrl-C for "at once". */
const FROM_KEYBOARD: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
const NOT_STARTABLE = 126;

/** Where a command is found on the PATH; undefined where it is not. */
export function findProgram(name: string): string | undefined {
  const candidates = name.includes('/')
    ? [name]
    : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  return candidates.flatMap((path) => endings.map((ending) => path + ending)).find(isProgram);
}

/** Runs it on this terminal and answers its exit status, 128 and the number for one that a signal ended (07 B6). */
export async function runChild(
  path: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { windowsVerbatimArguments = false }: { readonly windowsVerbatimArguments?: boolean } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const forward = (signal: NodeJS.Signals): void => {
      if (!(process.stdin.isTTY && FROM_KEYBOARD.includes(signal))) child.kill(signal);
    };
    // Before it is started: one that came in between would end this program and leave the other.
    for (const signal of FORWARDED) process.on(signal, forward);
    const child = spawn(path, args, { stdio: 'inherit', env, windowsVerbatimArguments });
    const settle = (status: number): void => {
      for (const signal of FORWARDED) process.off(signal, forward);
      resolve(status);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      note(`${path} could not be started (${error.code}).`);
      settle(NOT_STARTABLE);
    });
    child.once('exit', (code, signal) =>
      settle(code ?? 128 + (signal === null ? 0 : system.signals[signal])),
    );
  });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
