import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { CommandFailure } from '../terminal/failure.js';
import { makeFolder, personFolder, reasonOf } from './folders.js';

/** Where this person's settings are; `CREDENTIAL_GATEWAY_HOME` moves it (07 B9). */
export function home(...path: readonly string[]): string {
  const { CREDENTIAL_GATEWAY_HOME: elsewhere } = process.env;
  // What is relative leads elsewhere for the program that `cgw run` starts in another folder.
  const folder = elsewhere ? resolve(elsewhere) : join(personFolder(), '.credential-gateway');
  return join(folder, ...path);
}

/** The text of a file, or undefined where there is none. A file that should be there and cannot be read is an error. */
export function readPrivate(path: string, encoding: 'utf8' | 'latin1' = 'utf8'): string | undefined {
  try {
    return readFileSync(path, encoding);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw cannot('read', path, error);
  }
}

/**
 * As `readPrivate`, for what only its owner may have read: others could have taken it (07 B5.3). What is judged is the
 * file that is read, and no link is followed to it.
 */
export function readSecret(path: string): string | undefined {
  if (process.platform === 'win32') return readPrivate(path);
  let file: number;
  try {
    // A pipe in its place would be waited for.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isMissing(error)) return undefined;
    if ((error as NodeJS.ErrnoException).code === 'ELOOP')
      throw notUsed(path, 'is a symbolic link', `rm ${path}`);
    throw cannot('read', path, error);
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw notUsed(path, 'is not a file', `remove ${path}`);
    if ((found.mode & 0o077) !== 0) throw notUsed(path, 'can be read by other users', `chmod 600 ${path}`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function notUsed(path: string, why: string, action: string): CommandFailure {
  return new CommandFailure(`${path} ${why}. It is not used.`, 'ERROR', action);
}

interface Modes {
  readonly file?: number;
  readonly folder?: number;
}

/** Whole or not at all: written beside it, then renamed. Below our own home both are for their owner only. */
export function writePrivate(
  path: string,
  content: string | Uint8Array,
  { file = 0o600, folder: mode = 0o700 }: Modes = {},
): void {
  const beside = `${path}.${process.pid}.tmp`;
  try {
    const folder = dirname(path);
    makeFolder(folder, mode);
    if ((statSync(folder).mode & 0o077 & ~mode) !== 0 && folder.startsWith(home())) chmodSync(folder, mode);
    removeAbandoned(path);
    // Of a process that was killed, or a link somebody put there: neither is written through.
    rmSync(beside, { force: true });
    writeFileSync(beside, content, { mode: file, flush: true, flag: 'wx' });
    // Whatever the person's umask left of it.
    chmodSync(beside, file);
    renameSync(beside, path);
  } catch (error) {
    removeQuietly(beside);
    throw cannot('write', path, error);
  }
}

/** Whether there was one. */
export function removePrivate(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw cannot('remove', path, error);
  }
}

/** What was being written when a program like this one was killed. */
function removeAbandoned(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const pid = /^\.(\d+)\.tmp$/.exec(name.slice(basename(path).length))?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) removeQuietly(join(folder, name));
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Half of a file that could not be written whole; where even that fails, the first reason is the one to tell. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Told by whoever asked.
  }
}

function cannot(doWhat: string, path: string, error: unknown): CommandFailure {
  return new CommandFailure(
    `Cannot ${doWhat} ${path}: ${reasonOf(error)}.`,
    'ERROR',
    path.startsWith(home())
      ? 'set CREDENTIAL_GATEWAY_HOME to a folder of your own that can be written'
      : undefined,
  );
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}
