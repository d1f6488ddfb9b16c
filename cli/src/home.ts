import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { CommandFailure } from './failure.js';

/** Where this person's settings are; `CREDENTIAL_GATEWAY_HOME` moves it (07 B9). */
export function home(...path: readonly string[]): string {
  const { CREDENTIAL_GATEWAY_HOME: elsewhere } = process.env;
  return join(
    elsewhere === undefined || elsewhere === '' ? join(homedir(), '.credential-gateway') : elsewhere,
    ...path,
  );
}

/** The text of a file, or undefined where there is none. A file that should be there and cannot be read is an error. */
export function readPrivate(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
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
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw notUsed(path, 'is a link', `rm ${path}`);
    throw cannot('read', path, error);
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw notUsed(path, 'is no file', `remove ${path}`);
    if ((found.mode & 0o077) !== 0) throw notUsed(path, 'can be read by others', `chmod 600 ${path}`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function notUsed(path: string, why: string, action: string): CommandFailure {
  return new CommandFailure(`${path} ${why}, so it is not used.`, 'ERROR', action);
}

/** Whole or not at all: written beside it, then renamed. The folder is for its owner only, the file for `mode`. */
export function writePrivate(path: string, text: string | Uint8Array, mode = 0o600): void {
  const beside = `${path}.${process.pid}.tmp`;
  try {
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if ((statSync(folder).mode & 0o077) !== 0 && folder.startsWith(home())) chmodSync(folder, 0o700);
    // Of a process that was killed, or a link somebody put there: neither is written through.
    rmSync(beside, { force: true });
    writeFileSync(beside, text, { mode, flush: true, flag: 'wx' });
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

/** Half of a file that could not be written whole; where even that fails, the first reason is the one to tell. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Told by whoever asked.
  }
}

const REASON: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
};

function cannot(doWhat: string, path: string, error: unknown): CommandFailure {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return new CommandFailure(
    `Cannot ${doWhat} ${path}: ${REASON[code] ?? code}.`,
    'ERROR',
    path.startsWith(home())
      ? 'set CREDENTIAL_GATEWAY_HOME to a folder of your own that can be written'
      : undefined,
  );
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}
