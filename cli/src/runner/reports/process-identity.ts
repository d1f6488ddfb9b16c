import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** A process, and when it began: numbers are given again. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly began: string;
}

const START_TIME_FIELD = 19;

export function processIdentityOf(pid: number): ProcessIdentity | null {
  const began = beginningOf(pid);
  return began === null ? null : { pid, began };
}

/** Ends all that a command of an earlier start of this program left, when the number is still that command's. */
export function killLeftover({ pid, began }: ProcessIdentity): void {
  if (beginningOf(pid) === began) killGroup(pid, 'SIGKILL');
}

/** The leader of a group and all that it started. */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // Nobody is left of it.
  }
}

function beginningOf(pid: number): string | null {
  try {
    // Behind the name, which may hold anything: proc(5).
    if (process.platform === 'linux')
      return (
        readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[START_TIME_FIELD] ?? null
      );
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}
