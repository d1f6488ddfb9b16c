import { totalmem } from 'node:os';
import { missingSettings } from './process-settings.js';

/**
 * Makes this process one with the settings it should have had from the beginning: the program starts over under the
 * same process number, with the same arguments and open files, so that signals and supervisors notice nothing. Returns
 * when nothing is missing, and where a process cannot be replaced: on Windows, and below a parent that talks to it over
 * Node's own channel, which would not survive.
 */
export function settleProcess(): void {
  const { env, execArgv, execPath, argv } = process;
  const missing = missingSettings({ environment: env, flags: execArgv, memoryBytes: memoryBytes() });
  const complete = missing.flags.length === 0 && Object.keys(missing.environment).length === 0;
  if (complete || process.execve === undefined || process.platform === 'win32' || process.channel) return;
  process.execve(execPath, [execPath, ...execArgv, ...missing.flags, ...argv.slice(1)], {
    ...env,
    ...missing.environment,
  });
}

/** A container's limit where there is one; without one Node.js answers 0 or more than there is. */
function memoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
