import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

/** As `readPrivate`, for what only its owner may have read: others could have taken it (07 B5.3). */
export function readSecret(path: string): string | undefined {
  const text = readPrivate(path);
  if (text === undefined || process.platform === 'win32') return text;
  if ((statSync(path).mode & 0o077) !== 0)
    throw new CommandFailure(
      `${path} can be read by others, so it is not used.`,
      'ERROR',
      `chmod 600 ${path}`,
    );
  return text;
}

/** Whole or not at all: written beside it, then renamed. The folder is for its owner only, the file for `mode`. */
export function writePrivate(path: string, text: string, mode = 0o600): void {
  const beside = `${path}.${process.pid}.tmp`;
  try {
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if ((statSync(folder).mode & 0o077) !== 0 && folder.startsWith(home())) chmodSync(folder, 0o700);
    writeFileSync(beside, text, { mode, flush: true });
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
    'set CREDENTIAL_GATEWAY_HOME to a folder of your own that can be written',
  );
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}
