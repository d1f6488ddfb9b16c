import process from 'node:process';
import { CommandFailure } from '../../terminal/failure.js';

/** A program, its arguments and how they are handed over, as `spawn` takes them. */
export interface Start {
  readonly file: string;
  readonly args: readonly string[];
  readonly windowsVerbatimArguments?: boolean;
}

/** Batch files are not started by the system but by its shell, which reads the line in its own way. */
export function startOf(path: string, args: readonly string[]): Start {
  if (process.platform !== 'win32' || !path.toLowerCase().endsWith('.cmd')) return { file: path, args };
  return {
    file: process.env['ComSpec'] ?? 'cmd.exe',
    args: batchArguments(path, args),
    windowsVerbatimArguments: true,
  };
}

/** Without macros of the user's and delayed expansion; the outer quotes are the shell's own. */
export function batchArguments(path: string, args: readonly string[]): readonly string[] {
  return ['/e:ON', '/v:OFF', '/d', '/c', `"${[path, ...args].map(batchWord).join(' ')}"`];
}

/**
 * One word for a batch file, which expands variables in quotes too and ends quotes at any quote (CVE-2024-24576): quotes
 * are doubled, a percent sign is a variable of nothing before itself, and what has no spelling at all is refused.
 */
function batchWord(word: string): string {
  if (/[\0\r\n]/.test(word))
    throw new CommandFailure('An argument of a batch file cannot have line breaks.', 'ERROR');
  const doubled = word
    .replace(/(\\*)"/g, '$1$1""')
    .replace(/(\\+)$/, '$1$1')
    .replaceAll('%', '%%cd:~,%');
  return `"${doubled}"`;
}
